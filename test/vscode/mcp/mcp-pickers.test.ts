import assert from 'node:assert/strict';
import { createEnsembleRoster } from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import type { McpEnsemble } from '../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { expandMessage } from '../../../src/ensembles/mcp/references/expand-message.ts';
import { pickPrompt } from '../../../src/vscode/mcp/references/pick-prompt.ts';
import { pickResource } from '../../../src/vscode/mcp/references/pick-resource.ts';
import { createFakeMcpEnsemble } from '../../fakes/fake-mcp-ensemble.ts';
import { createScriptedPerson } from '../../fakes/scripted-person.ts';

async function picking(servers: readonly McpEnsemble[], ...answers: readonly string[]) {
  const roster = createEnsembleRoster();
  for (const server of servers) await roster.set(server);
  const logs: string[] = [];
  const ask = createScriptedPerson(...answers);
  return { logs, parts: { ...{ ask, roster }, logs: { show: (server: string) => void logs.push(server) } } };
}

const failing = () => Promise.reject(new Error('It ended with the code 1.'));

const notStarted = () =>
  createFakeMcpEnsemble('broken', {
    library: { prompts: failing, resources: failing, resourceTemplates: failing },
  });

describe('the pickers of what MCP servers offer', () => {
  for (const [what, pick, written] of [
    ['$(comment) greet', pickPrompt, '/sound:greet'],
    ['$(file) clock', pickResource, '@sound:demo://clock'],
  ] as const) {
    it(`offer ${what} although another server does not start, and lead to the log of that one`, async () => {
      const offering = await picking([notStarted(), createFakeMcpEnsemble('sound')], what);
      assert.equal(await pick(offering.parts), written);
      assert.deepEqual(offering.logs, []);
      const failing = await picking([notStarted(), createFakeMcpEnsemble('sound')], '$(error) broken');
      assert.equal(await pick(failing.parts), undefined);
      assert.deepEqual(failing.logs, ['broken']);
    });
  }

  it('write a prompt whose names have spaces so that it is run again by what is written', async () => {
    const asked: unknown[] = [];
    const server = createFakeMcpEnsemble('s', {
      library: {
        prompts: async () => [{ name: 'rename it', arguments: [{ name: 'file name', required: true }] }],
      },
      writePrompt: async params => {
        asked.push(params);
        return { content: [], documents: [] };
      },
    });
    const { parts } = await picking([server], '$(comment) rename it', 'to do.md');
    const written = (await pickPrompt(parts)) ?? '';
    const signal = new AbortController().signal;
    await expandMessage(written, { ...parts, onRead: () => {} }, signal);
    assert.deepEqual(asked, [{ name: 'rename it', arguments: { 'file name': 'to do.md' } }]);
    await assert.rejects(expandMessage('/s:rename it', { ...parts, onRead: () => {} }, signal), {
      code: 'bad-arguments',
      message: /has no prompt rename\. Available: rename%20it/,
    });
  });

  it('say once why a server did not respond, in one line without icons', async () => {
    const { parts } = await picking([
      createFakeMcpEnsemble('broken', {
        library: {
          resources: () => Promise.reject(new Error('No $(heart)\nfor you')),
          resourceTemplates: () => Promise.reject(new Error('Nor templates')),
        },
      }),
    ]);
    const choices = await offered(parts);
    const details = choices.map(({ detail }) => detail);
    assert.deepEqual(details, ['No $\u2060(heart) for you']);
  });

  it('show a server’s lists beside one that failed', async () => {
    const half = { resourceTemplates: () => Promise.reject(new Error('gone')) };
    const { parts } = await picking([
      createFakeMcpEnsemble('half', { library: half }),
      createFakeMcpEnsemble('plain'),
    ]);
    const labels = (await offered(parts)).map(({ label }) => label);
    assert.deepEqual(labels, ['$(file) clock', '$(error) half didn’t respond', '$(file) clock']);
  });

  it('show each server without waiting for the others', async () => {
    const slow = Promise.withResolvers<never>();
    const { parts } = await picking([
      createFakeMcpEnsemble('slow', { library: { resources: () => slow.promise } }),
      createFakeMcpEnsemble('sound'),
    ]);
    const [ofSlow, ofSound] = await finders(parts);
    const labels = (await ofSound)?.map(({ label }) => label);
    assert.deepEqual(labels, ['$(file) clock']);
    slow.reject(new Error('It took too long.'));
    const details = (await ofSlow)?.map(({ detail }) => detail);
    assert.deepEqual(details, ['It took too long.']);
  });
});

type PickerParts = Parameters<typeof pickResource>[0];

/** What each server is asked for when somebody is to choose a resource. */
async function finders(parts: PickerParts) {
  let found: readonly Promise<readonly { readonly label: string; readonly detail?: string }[]>[] = [];
  const pick: PickerParts['ask']['pick'] = async ({ later = [] }) => {
    found = later.map(find => find(new AbortController().signal));
    return undefined;
  };
  await pickResource({ ...parts, ask: { ...parts.ask, pick } });
  return found;
}

async function offered(parts: PickerParts) {
  return (await Promise.all(await finders(parts))).flat();
}
