// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.

import assert from 'node:assert/strict';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import { nodeDescriptorFiles } from '../../../../src/ensembles/descriptors/files/node-descriptor-files.ts';
import { PreparedEnsembles } from '../../../../src/ensembles/descriptors/prepared-ensembles.ts';
import {
  type ApprovedLaunch,
  createLaunchApproval,
} from '../../../../src/ensembles/mcp/approval/launch-approval.ts';
import { fillInValues } from '../../../../src/ensembles/mcp/definition/substitute-values.ts';
import type { Values } from '../../../../src/ensembles/mcp/definition/values.ts';
import { isMcpEnsemble } from '../../../../src/ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import { createMcpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { mcpJsonEnsembles } from '../../../../src/ensembles/mcp/mcp-json/mcp-json-ensembles.ts';
import { eventually } from '../../../eventually.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';
import { folder } from '../../descriptors/prepare.ts';
import { createTempFolder } from '../../temp-folder.ts';
import { call, texts } from '../call.ts';
import { someValues } from '../example-definition.ts';
import { createPorts, serverProgram } from '../servers.ts';

const { signal } = new AbortController();

/** A real folder with servers in `.vscode/mcp.json`, and a person who answers. */
async function openFolder(answers: readonly boolean[]) {
  const root = await createTempFolder();
  const roster = createEnsembleRoster();
  const asked: string[] = [];
  const approved = new Map<string, ApprovedLaunch | undefined>();
  const values: Values = {
    ...someValues({ env: () => undefined, folders: [] }),
    secret: async key => `secret-of-${key}`,
    input: async ({ id }) => `answer-for-${id}`,
    readText: async file => (await nodeDescriptorFiles.read(file))?.text,
  };
  const approval = createLaunchApproval({
    ask: async ({ detail }) => {
      asked.push(detail);
      return answers[asked.length - 1] === true;
    },
    memory: { read: key => approved.get(key), write: async (key, launch) => void approved.set(key, launch) },
    isTrusted: () => true,
    values,
  });
  const ports = createPorts({
    approve: approval.approve,
    fillIn: (definition, until) =>
      fillInValues(definition, { values, signal: until, covers: approval.covers }),
  });
  const foreign = mcpJsonEnsembles(definition => createMcpEnsemble(definition, ports));
  const place = (at: string, file: { readonly name: string; readonly isShared?: true }) => {
    const kind = 'mcp.json';
    return folder(at, { origin: 'workspace', file: foreign({ ...file, kind, folder: root.path }) });
  };
  const { log } = createFakeHost();
  const ensembles = new PreparedEnsembles({ roster, log, files: nodeDescriptorFiles, kinds: [] });
  return {
    root,
    roster,
    asked,
    /** As the folder is opened, or read again. */
    load: () =>
      ensembles.setFolders([
        place(root.path, { name: '.mcp.json', isShared: true }),
        place(root.file('.vscode'), { name: 'mcp.json' }),
      ]),
    ensembles,
    async [Symbol.asyncDispose]() {
      await ensembles.dispose();
      await roster.dispose();
      await root.dispose();
    },
  };
}

function everything(more: object = {}): string {
  const server = { command: process.execPath, args: [serverProgram('everything')], ...more };
  const inputs = [{ type: 'promptString', id: 'key', description: 'Key' }];
  return JSON.stringify({ inputs, servers: { everything: server } });
}

describe('A server of an opened folder', () => {
  it('starts once it was approved, with its values and in its folder', async () => {
    await using opened = await openFolder([true]);
    const { root, roster, asked, load } = opened;
    await root.write('.env', 'OF_FILE=read\n');
    const env = { TOKEN: 'Bearer ${secret:weather}', KEY: '${input:key}', HERE: '${workspaceFolder}' };
    await root.write('.vscode/mcp.json', everything({ env, envFile: '${workspaceFolder}/.env' }));
    await load();
    assert.deepEqual(asked, []);
    await roster.connect(signal);
    const [ensemble] = roster.ensembles;
    assert(ensemble !== undefined);
    assert.deepEqual([ensemble.state, asked.length], [{ status: 'ready' }, 1]);
    const told = JSON.parse(texts(await call(ensemble, 'get-env'))[0] ?? '{}') as Record<string, string>;
    assert.deepEqual(
      [told.TOKEN, told.KEY, told.HERE, told.OF_FILE],
      ['Bearer ••••', '••••', root.path, 'read'],
      'secrets are hidden in what it returns',
    );
    // Nothing else of ours is handed to it.
    assert.equal(told.INIT_CWD ?? told.npm_lifecycle_event, undefined);
  });

  it('in the .mcp.json of its root is there as soon as that file is, and once where both files name it', async () => {
    await using opened = await openFolder([]);
    const { root, roster, ensembles, load } = opened;
    const server = (name: string, arg: string) => ({ [name]: { command: 'node', args: [arg] } });
    const launches = () =>
      roster.ensembles.map(({ name }) => {
        const own = ensembles.prepared.filter(prepared => prepared.name === name).at(-1)?.ensemble;
        assert.ok(own !== undefined && isMcpEnsemble(own));
        const { transport } = own.definition;
        return `${name} ${transport.kind === 'stdio' ? transport.args.join() : ''}`;
      });
    await root.write('.vscode/mcp.json', JSON.stringify({ servers: server('both', 'own.js') }));
    await load();
    assert.deepEqual(launches(), ['both own.js']);
    const moved = { ...server('both', 'shared.js'), ...server('moved', 'moved.js') };
    await root.write('.mcp.json', JSON.stringify({ mcpServers: moved }));
    await eventually(roster.onDidChange, () => roster.ensembles.length === 2);
    assert.deepEqual(launches().sort(), ['both own.js', 'moved moved.js']);
    assert.equal(ensembles.diagnostics.size, 0);
    await root.remove('.vscode/mcp.json');
    await eventually(roster.onDidChange, () => launches().includes('both shared.js'));
    await root.replace('.mcp.json', JSON.stringify(server('moved', 'again.js')));
    await eventually(roster.onDidChange, () => launches().join() === 'moved again.js');
  });

  it('is asked about again when its file was changed behind the person’s back', async () => {
    await using opened = await openFolder([true, false]);
    const { root, roster, asked, load } = opened;
    const status = () => roster.ensembles.map(({ state }) => state.status).join();
    await root.write('.vscode/mcp.json', everything());
    await load();
    await roster.connect(signal);
    assert.equal(status(), 'ready');
    await root.write('.vscode/mcp.json', everything({ env: { NODE_OPTIONS: '--require /tmp/evil.cjs' } }));
    await load();
    await roster.connect(signal);
    assert.equal(asked.length, 2);
    assert.equal(status(), 'failed');
    // What was approved before runs again without a question.
    await root.write('.vscode/mcp.json', everything());
    await load();
    await roster.connect(signal);
    assert.deepEqual([asked.length, status()], [2, 'ready']);
  });
});
