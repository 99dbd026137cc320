import assert from 'node:assert/strict';
import { createEnsembleRoster } from '../../../src/converser/ensemble/ensemble-roster.ts';
import type { McpEnsemble } from '../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { expandMessage } from '../../../src/vscode/mcp/references/expand-message.ts';
import { pickPrompt } from '../../../src/vscode/mcp/references/pick-prompt.ts';
import { pickResource } from '../../../src/vscode/mcp/references/pick-resource.ts';
import { createServerLists } from '../../../src/vscode/mcp/references/server-lists.ts';
import { createFakeClock } from '../../fakes/fake-host.ts';
import { createFakeMcpEnsemble } from '../../fakes/fake-mcp-ensemble.ts';
import { createScriptedPerson } from '../../fakes/scripted-person.ts';

const unknownMethod = () => Promise.reject(Object.assign(new Error('Method not found'), { code: -32601 }));

async function picking(servers: readonly McpEnsemble[], ...answers: readonly string[]) {
  const roster = createEnsembleRoster();
  for (const server of servers) await roster.set(server);
  const logs: string[] = [];
  const ask = createScriptedPerson(...answers);
  return {
    logs,
    parts: {
      ...{ ask, roster, lists: createServerLists(createFakeClock()) },
      logs: { show: (server: string) => void logs.push(server) },
    },
  };
}

const notStarted = () =>
  createFakeMcpEnsemble('broken', {
    manifest: undefined,
    run: () => Promise.reject(new Error('It ended with the code 1.')),
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
      prompts: async () => [{ name: 'rename it', arguments: [{ name: 'file name', required: true }] }],
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
        resources: () => Promise.reject(new Error('No $(heart)\nfor you')),
        resourceTemplates: () => Promise.reject(new Error('Nor templates')),
      }),
    ]);
    const choices = await offered(parts);
    assert.deepEqual(
      choices.map(({ detail }) => detail),
      ['No $\u2060(heart) for you'],
    );
  });

  it('show a server’s lists beside one that failed, and miss no templates where there are none', async () => {
    const half = { resourceTemplates: () => Promise.reject(new Error('gone')) };
    const none = { resourceTemplates: unknownMethod };
    const { parts } = await picking([
      createFakeMcpEnsemble('half', half),
      createFakeMcpEnsemble('plain', none),
    ]);
    assert.deepEqual(
      (await offered(parts)).map(({ label }) => label),
      ['$(file) clock', "$(error) half didn't respond", '$(file) clock'],
    );
  });

  it('show each server without waiting for the others', async () => {
    const slow = Promise.withResolvers<never>();
    const { parts } = await picking([
      createFakeMcpEnsemble('slow', { resources: () => slow.promise }),
      createFakeMcpEnsemble('sound'),
    ]);
    const [ofSlow, ofSound] = await finders(parts);
    assert.deepEqual(
      (await ofSound)?.map(({ label }) => label),
      ['$(file) clock'],
    );
    slow.reject(new Error('It took too long.'));
    assert.deepEqual(
      (await ofSlow)?.map(({ detail }) => detail),
      ['It took too long.'],
    );
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
