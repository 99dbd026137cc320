import assert from 'node:assert/strict';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import type { EnsembleKind } from '../../../../src/ensembles/descriptors/ensemble-kind.ts';
import type { DescriptorFiles } from '../../../../src/ensembles/descriptors/files/descriptor-files.ts';
import { nodeDescriptorFiles } from '../../../../src/ensembles/descriptors/files/node-descriptor-files.ts';
import { formatDiagnostic } from '../../../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import {
  type EnsembleFolder,
  PreparedEnsembles,
} from '../../../../src/ensembles/descriptors/prepared-ensembles.ts';
import { explainSource } from '../../../../src/ensembles/mcp/mcp-json/explain-source.ts';
import { mcpJsonEnsembles } from '../../../../src/ensembles/mcp/mcp-json/mcp-json-ensembles.ts';
import { eventually } from '../../../eventually.ts';
import { encodings, noTexts } from '../../../fakes/encoded.ts';
import { createFakeDescriptorFiles } from '../../../fakes/fake-descriptor-files.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';
import { createFakeMcpEnsemble } from '../../../fakes/fake-mcp-ensemble.ts';
import { folder } from '../../descriptors/prepare.ts';
import { createTempFolder } from '../../temp-folder.ts';
import { aServer } from '../example-definition.ts';

const workspaceFile = '/ws/.vscode/mcp.json';

/** The ensembles of some folders, with what has become of each server. */
function prepare(files: DescriptorFiles) {
  const roster = createEnsembleRoster();
  const made: string[] = [];
  const ended: string[] = [];
  const foreign = mcpJsonEnsembles(definition => {
    made.push(definition.name);
    return {
      ...createFakeEnsemble(definition.name, {}),
      origin: definition.origin,
      disconnect: async () => void ended.push(definition.name),
    };
  });
  const workspace = (more: Partial<EnsembleFolder> = {}) =>
    folder('/ws/.vscode', {
      origin: 'workspace',
      file: foreign({ name: 'mcp.json', kind: 'mcp.json', folder: '/ws' }),
      ...more,
    });
  const user = folder('/user', { file: foreign({ name: 'mcp.json', kind: 'user configuration' }) });
  const kind: EnsembleKind = {
    kind: 'local',
    async prepare({ name }, { origin }) {
      return { ensemble: { ...createFakeEnsemble(name, {}), origin }, mistakes: [] };
    },
  };
  const ensembles = new PreparedEnsembles({ roster, log: createFakeHost().log, files, kinds: [kind] });
  const names = () => roster.ensembles.map(({ name, origin }) => `${name} of ${origin}`).sort();
  const told = () => [...ensembles.diagnostics.values()].flat().map(formatDiagnostic);
  return { roster, ensembles, made, ended, workspace, user, foreign, names, told };
}

function servers(all: Readonly<Record<string, string>>): string {
  const entries = Object.entries(all).map(([name, command]) => [name, { command }]);
  return JSON.stringify({ servers: Object.fromEntries(entries) });
}

describe('The servers of a file in VS Code’s format', () => {
  it('are ensembles, and follow the file; those that stay the same go on running', async () => {
    const texts: Record<string, string> = { [workspaceFile]: servers({ one: 'a', two: 'b', three: 'c' }) };
    const files = createFakeDescriptorFiles(texts);
    const { roster, ensembles, made, ended, workspace, names } = prepare(files);
    await ensembles.setFolders([workspace()]);
    assert.deepEqual(names(), ['one of workspace', 'three of workspace', 'two of workspace']);
    const kept = roster.ensembles.find(({ name }) => name === 'one');

    texts[workspaceFile] = servers({ one: 'a', two: 'changed' });
    files.changed();
    await ensembles.reload();
    assert.deepEqual(names(), ['one of workspace', 'two of workspace']);
    const still = roster.ensembles.find(({ name }) => name === 'one');
    assert.equal(still, kept);
    assert.deepEqual(made, ['one', 'two', 'three', 'two']);
    assert.deepEqual(ended.sort(), ['three', 'two']);
    await ensembles.dispose();
  });

  it('are not even read in a folder that is not trusted', async () => {
    const files = createFakeDescriptorFiles({ [workspaceFile]: servers({ one: 'a' }) });
    const { ensembles, workspace, names } = prepare(files);
    await ensembles.setFolders([workspace({ isTrusted: () => false })]);
    assert.deepEqual([names(), files.reads], [[], []]);
  });

  it('replace what is weaker and give way to what is stronger, by name', async () => {
    const descriptor = (name: string) => `[ensemble]\nname = "${name}"\nkind = "local"\n`;
    const files = createFakeDescriptorFiles({
      '/user/mcp.json': servers({ everywhere: 'a', both: 'b', described: 'c', mistaken: 'd' }),
      '/own/described.toml': descriptor('described'),
      [workspaceFile]:
        '{"servers": {"both": {"command": "x"}, "mistaken": {"args": []}, "near": {"command": "y"}}}',
      '/ws/.converser/ensembles/near.toml': descriptor('near'),
    });
    const { ensembles, workspace, user, names } = prepare(files);
    const near = folder('/ws/.converser/ensembles', { origin: 'workspace' });
    await ensembles.setFolders([user, folder('/own'), workspace(), near]);
    // What has a mistake is not there, rather than what it was written to replace.
    const left = ['both of workspace', 'described of user', 'everywhere of user', 'near of workspace'];
    assert.deepEqual(names(), left);
  });

  it('never take the place of Converser’s own tools, and are told so', async () => {
    const files = createFakeDescriptorFiles({
      '/shipped/clock.toml': '[ensemble]\nname = "clock"\nkind = "local"\n',
      [workspaceFile]: servers({ clock: 'evil', fine: 'a', conversation: 'evil' }),
    });
    const { ensembles, workspace, names, told } = prepare(files);
    await ensembles.setFolders([folder('/shipped', { origin: 'shipped' }), workspace()]);
    assert.deepEqual(names(), ['clock of shipped', 'fine of workspace']);
    assert.deepEqual(told(), [
      `${workspaceFile}:1:13: The tools named "clock" are Converser’s own. Give this server another name. (servers.clock)`,
      `${workspaceFile}:1:63: The tools named "conversation" are Converser’s own. Give this server another name. (servers.conversation)`,
    ]);
  });

  it('are told mistakes of, which vanish with them', async () => {
    const texts: Record<string, string> = { [workspaceFile]: '{"servers": {"a": {"command": "a"},}' };
    const files = createFakeDescriptorFiles(texts);
    const { ensembles, workspace, names, told } = prepare(files);
    await ensembles.setFolders([workspace()]);
    const mistake = `${workspaceFile}:1:37: Not valid JSON: close brace expected.`;
    assert.deepEqual([names(), told()], [[], [mistake]]);
    texts[workspaceFile] = servers({ a: 'a' });
    await ensembles.reload();
    assert.deepEqual([names(), told()], [['a of workspace'], []]);
    delete texts[workspaceFile];
    await ensembles.reload();
    assert.deepEqual([names(), told()], [[], []]);
  });

  it('leave all else as it is where their file cannot be prepared at all', async () => {
    const descriptor = '[ensemble]\nname = "fine"\nkind = "local"\n';
    const files = createFakeDescriptorFiles({ [workspaceFile]: '{}', '/own/fine.toml': descriptor });
    const { ensembles, workspace, names, told } = prepare(files);
    const file = { name: 'mcp.json', prepare: () => Promise.reject(new Error('no module')) };
    await ensembles.setFolders([folder('/own'), workspace({ file })]);
    assert.deepEqual(names(), ['fine of user']);
    assert.deepEqual(told(), [`${workspaceFile}:1:1: Converser couldn’t read this file: no module`]);
  });

  it('are read whatever program wrote the file, and a file that is no text says so until it is one', async () => {
    const root = await createTempFolder();
    const { roster, ensembles, workspace, names, told } = prepare(nodeDescriptorFiles);
    await ensembles.setFolders([workspace({ path: root.file('.vscode') })]);
    await root.write('.vscode/settings.json', '{}');
    for (const [at, encode] of Object.values(encodings).entries()) {
      await root.write('.vscode/mcp.json', encode(servers({ [`server${at}`]: 'Zürich' })));
      await eventually(roster.onDidChange, () => names().join() === `server${at} of workspace`);
      assert.deepEqual(told(), []);
    }
    for (const [at, bytes] of Object.values(noTexts).entries()) {
      await root.write('.vscode/mcp.json', bytes);
      await eventually(ensembles.onDidDiagnose, () => told().length === 1);
      assert.match(`${told()}`, /mcp\.json:1:1: This file isn’t valid UTF-8 or UTF-16\. Save it as UTF-8\.$/);
      await root.write('.vscode/mcp.json', servers({ [`again${at}`]: 'a' }));
      await eventually(roster.onDidChange, () => names().join() === `again${at} of workspace`);
    }
    await ensembles.dispose();
    await root.dispose();
  });
});

const userFile = '/user/mcp.json';
const descriptor = '/ws/.converser/ensembles/weather.toml';

function inFile(file: string, rank: number, name: string, command?: string) {
  const isUser = file === userFile;
  const source = { kind: isUser ? 'user configuration' : 'mcp.json', place: file } as const;
  const definition = aServer(
    { command: command ?? '' },
    { name, origin: isUser ? 'user' : 'workspace', source },
  );
  return {
    file,
    rank,
    ...(command !== undefined && { ensemble: createFakeMcpEnsemble(name, { definition }) }),
  };
}

describe('Where a server comes from', () => {
  it('is said of each', () => {
    const ofUser = explainSource([inFile(userFile, 0, 'github', 'g')]);
    assert.equal(ofUser, `github comes from ${userFile}, your VS Code configuration.`);
    const ofFolder = explainSource([inFile(workspaceFile, 1, 'weather', 'w')]);
    assert.equal(ofFolder, `weather comes from ${workspaceFile}, in this folder.`);
  });

  it('is the strongest of several files, and the others are named', () => {
    const all = [
      inFile(workspaceFile, 1, 'weather', 'b'),
      inFile(userFile, 0, 'weather', 'a'),
      inFile(descriptor, 2, 'weather', 'c'),
    ];
    const expected = `weather comes from ${descriptor}, in this folder. It replaces the server of the same name in ${workspaceFile} and ${userFile}.`;
    for (const order of [all, all.toReversed()]) assert.equal(explainSource(order), expected);
  });

  it('is nowhere when the strongest has a mistake', () => {
    const both = [inFile(userFile, 0, 'weather', 'a'), inFile(workspaceFile, 1, 'weather')];
    assert.equal(explainSource(both), undefined);
  });
});
