import assert from 'node:assert/strict';
import type { CompleteRequestParams } from '@modelcontextprotocol/client';
import { createEnsembleRoster } from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import { completions } from '../../../src/vscode/mcp/references/completions.ts';
import { createFakeMcpEnsemble } from '../../fakes/fake-mcp-ensemble.ts';

const prompts = [
  { name: 'team', arguments: [{ name: 'department' }, { name: 'name' }] },
  { name: 'my prompt', arguments: [{ name: 'file name' }, { name: 'tone' }] },
];

async function createAsking() {
  const asked: CompleteRequestParams[] = [];
  const server = createFakeMcpEnsemble('s', {
    library: {
      prompts: async () => prompts,
      complete: async params => {
        asked.push(params);
        return { values: ['Ada', 'Bob the Builder'] };
      },
    },
  });
  const roster = createEnsembleRoster();
  await roster.set(server);
  const inserts = async (before: string) => {
    const { items } = await completions(before, { roster }, new AbortController().signal);
    return items.map(({ insert }) => insert);
  };
  return { asked, inserts };
}

describe('what is proposed in a message for the arguments of a prompt', () => {
  it('may depend on earlier arguments, which the server gets', async () => {
    const { asked, inserts } = await createAsking();
    assert.deepEqual(await inserts('/s:team department="Human Resources" name=A'), [
      'name=Ada ',
      'name="Bob the Builder" ',
    ]);
    assert.deepEqual(asked, [
      {
        ref: { type: 'ref/prompt', name: 'team' },
        argument: { name: 'name', value: 'A' },
        context: { arguments: { department: 'Human Resources' } },
      },
    ]);
    await inserts('/s:team name=');
    assert.deepEqual(asked.at(-1)?.context, { arguments: {} });
  });

  it('is a name that is still missing, and nothing inside quotes or other text', async () => {
    const { asked, inserts } = await createAsking();
    assert.deepEqual(await inserts('/s:team '), ['department=', 'name=']);
    assert.deepEqual(await inserts('/s:team name="a department=b" '), ['department=']);
    assert.deepEqual(await inserts('/s:team department="all of them n'), []);
    assert.deepEqual(await inserts('/s:team department="all name=A'), []);
    assert.deepEqual(await inserts('/s:team tell of n'), []);
    assert.deepEqual(asked, []);
  });

  it('names a prompt as one word, and no argument that cannot stand before its value', async () => {
    const { inserts } = await createAsking();
    assert.deepEqual(await inserts('/s:my'), ['/s:my%20prompt ']);
    assert.deepEqual(await inserts('/s:my%20prompt '), ['tone=']);
    assert.deepEqual(await inserts('/s:my%20prompt tone='), ['tone=Ada ', 'tone="Bob the Builder" ']);
  });
});
