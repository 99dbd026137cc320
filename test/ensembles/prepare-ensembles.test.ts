import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { formatDiagnostic } from '../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import { eventually } from '../eventually.ts';
import { createFakeDescriptorFiles } from '../fakes/fake-descriptor-files.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { call, connect, find, folder, type Prepared, prepare } from './descriptors/prepare.ts';
import { eachTest } from './each-test.ts';
import { createTempFolder } from './temp-folder.ts';

const descriptor = (name: string, description = '', more = '') =>
  `[ensemble]\nname = "${name}"\nkind = "local"\ndescription = "A${description}"\n${more}\n[[invokers]]\nimplementation = "greet"\n`;

const descriptions = ({ roster }: Prepared) =>
  Object.fromEntries(roster.ensembles.map(each => [each.name, `${each.origin} ${each.description}`]));

describe('the descriptors of several folders', () => {
  const shipped = folder('/shipped', { origin: 'shipped' });
  const user = folder('/user');
  const workspace = folder('/workspace', { origin: 'workspace' });

  it('replace those of earlier folders by name, as a whole', async () => {
    const files = createFakeDescriptorFiles({
      '/shipped/a.toml': descriptor('a', '', 'title = "Shipped"'),
      '/shipped/b.toml': descriptor('b'),
      '/user/other-file.toml': descriptor('a'),
      '/workspace/c.toml': descriptor('c'),
    });
    const prepared = await prepare({ folders: [shipped, user, workspace], files });
    assert.deepEqual(descriptions(prepared), { a: 'user A', b: 'shipped A', c: 'workspace A' });
    assert.equal(prepared.roster.ensembles.find(({ name }) => name === 'a')?.title, 'a');
  });

  it('are those of the last folder, whatever the order in which folders come', async () => {
    const files = createFakeDescriptorFiles({
      '/shipped/a.toml': descriptor('a'),
      '/user/a.toml': descriptor('a'),
    });
    const prepared = await prepare({ folders: [shipped, user], files });
    await prepared.ensembles.setFolders([user, shipped]);
    assert.deepEqual(descriptions(prepared), { a: 'shipped A' });
    await prepared.ensembles.setFolders([user]);
    assert.deepEqual(descriptions(prepared), { a: 'user A' });
  });

  it('do not let through what a broken one replaces, even when only its file name tells', async () => {
    const files = createFakeDescriptorFiles({
      '/shipped/a.toml': descriptor('a'),
      '/shipped/b.toml': descriptor('b'),
      '/shipped/c.toml': descriptor('c'),
      '/user/a.toml': 'this is not TOML',
      '/user/x.toml': descriptor('b', '', 'oops = 1'),
    });
    const prepared = await prepare({ folders: [shipped, user], files });
    assert.deepEqual(descriptions(prepared), { c: 'shipped A' });
    assert.deepEqual([...prepared.ensembles.diagnostics.keys()], ['/user/a.toml', '/user/x.toml']);
  });

  it("can't take an own ensemble's name where they came with a folder, broken or not", async () => {
    const files = createFakeDescriptorFiles({
      '/shipped/a.toml': descriptor('a'),
      '/shipped/b.toml': descriptor('b'),
      '/shipped/c.toml': descriptor('c'),
      '/user/c.toml': descriptor('c'),
      '/workspace/a.toml': descriptor('a'),
      '/workspace/b.toml': 'this is not TOML',
      '/workspace/c.toml': descriptor('c'),
      '/workspace/v.toml': descriptor('vscode'),
    });
    const { roster, ensembles } = await prepare({ folders: [], files });
    await roster.set(createFakeEnsemble('vscode', {}));
    await ensembles.setFolders([shipped, user, workspace]);
    const left = roster.ensembles.map(({ name, origin }) => `${name} ${origin}`);
    assert.deepEqual(left, ['vscode shipped', 'a shipped', 'b shipped', 'c user']);
    const told = [...ensembles.diagnostics.values()].flat().map(formatDiagnostic);
    assert.equal(told.length, 4);
    const own = 'The tools named "a" are Converser’s own. Give this ensemble another name.';
    assert.ok(told[0]?.startsWith(`/workspace/a.toml:2:8: ${own}`), told[0]);
  });

  it("can't take the name of the tool that reads results again, which appears only when it is needed", async () => {
    const files = createFakeDescriptorFiles({
      '/user/l.toml': descriptor('conversation'),
      '/workspace/l.toml': descriptor('conversation'),
    });
    const { roster, ensembles } = await prepare({ folders: [], files });
    await ensembles.setFolders([shipped, user, workspace]);
    assert.deepEqual(roster.ensembles, []);
    const told = [...ensembles.diagnostics.values()].flat().map(formatDiagnostic);
    assert.equal(told.length, 2);
    assert.match(told[0] ?? '', /^\/user\/l\.toml:2:8: The tools named "conversation" are Converser’s own\./);
  });

  it('are not even read where the folder is not trusted, until it is', async () => {
    let trusted = false;
    const files = createFakeDescriptorFiles({
      '/user/a.toml': descriptor('a'),
      '/workspace/a.toml': descriptor('a'),
    });
    const untrusted = { ...workspace, isTrusted: () => trusted };
    const prepared = await prepare({ folders: [user, untrusted], files });
    assert.deepEqual(descriptions(prepared), { a: 'user A' });
    assert.ok(!files.reads.some(file => file.startsWith('/workspace')));
    trusted = true;
    await prepared.ensembles.reload();
    assert.deepEqual(descriptions(prepared), { a: 'workspace A' });
  });

  it('give the built-in defaults, then those of the ensemble, then their own', async () => {
    const files = createFakeDescriptorFiles({
      '/user/a.toml':
        '[ensemble]\nname = "a"\nkind = "local"\n[[invokers]]\nimplementation = "greet"\n[[invokers]]\nimplementation = "forget_all"\n',
      '/user/b.toml': `[ensemble]
name = "b"
kind = "local"
enabled = false
[defaults]
timeout = 2.5
max_retries = 3
on_failure = "abort"
[[invokers]]
name = "one"
implementation = "greet"
[[invokers]]
name = "two"
implementation = "greet"
description = "Two."
aliases = ["zwei"]
timeout = 1
max_retries = 0
on_failure = "recover"
deduplication = { strategy = "none" }
permission = "ask"
output = { model = "{greeting}" }
auxdata = { a = 1, on = 2026-01-01 }
[[invokers]]
name = "three"
implementation = "greet"
enabled = false
`,
    });
    const { roster } = await prepare({ folders: [user], files });
    const pick = (name: string) => {
      const { limits, onFailure, deduplication } = find(roster, name);
      return [limits.timeLimit, limits.maxRetries, onFailure, deduplication];
    };
    assert.deepEqual(pick('greet'), [30_000, 0, 'recover', 'none']);
    assert.deepEqual(pick('forget_all'), [30_000, 0, 'recover', 'none']);
    assert.equal(roster.find('one').kind, 'unknown');
    roster.setEnabled('b', true);
    assert.deepEqual(pick('one'), [2500, 3, 'abort', 'none']);
    assert.deepEqual(pick('two'), [1000, 0, 'recover', 'none']);
    const two = find(roster, 'zwei');
    assert.equal(two.permission, 'ask');
    assert.deepEqual(two.constants?.auxdata, { a: 1, on: '2026-01-01' });
    assert.deepEqual(two.output, { model: '{greeting}' });
    assert.equal(two.implementation, 'shipped:greet');
    assert.equal(roster.find('three').kind, 'unknown');
  });

  it('cannot hand a shipped tool what its own schema refuses', async () => {
    const files = createFakeDescriptorFiles({
      '/user/a.toml': `${descriptor('a')}arguments.properties.who = { type = "number" }\n`,
    });
    const { roster } = await prepare({ folders: [user], files });
    await assert.rejects(call(roster, 'greet', { who: 5 }), /the argument "who" must be string/);
  });

  it('leave nothing behind when they are disposed', async () => {
    const files = createFakeDescriptorFiles({ '/user/a.toml': descriptor('a') });
    const prepared = await prepare({ folders: [user], files });
    await prepared.ensembles.dispose();
    files.changed();
    await prepared.ensembles.reload();
    assert.deepEqual(prepared.roster.ensembles, []);
  });
});

describe('a folder of descriptors on disk', () => {
  let prepared: Prepared;
  afterEach(() => prepared.ensembles.dispose());
  const temp = eachTest(() => createTempFolder());

  const watch = async (...names: string[]) => {
    prepared = await prepare({ folders: names.map(name => folder(temp.file(name))) });
  };
  const changed = (condition: () => boolean) => eventually(prepared.roster.onDidChange, condition);
  const ensemble = (name: string) => prepared.roster.ensembles.find(candidate => candidate.name === name);

  it('is watched before it exists, also when its parent does not exist yet', async () => {
    await watch('.converser/ensembles');
    await temp.write('.converser/ensembles/a.toml', descriptor('a'));
    await changed(() => ensemble('a') !== undefined);
    await temp.write('.converser/ensembles/b.toml', descriptor('b'));
    await changed(() => ensemble('b') !== undefined);
  });

  it('is watched again after it was removed and made anew', async () => {
    await temp.write('e/a.toml', descriptor('a'));
    await watch('e');
    await temp.remove('e');
    await changed(() => ensemble('a') === undefined);
    await temp.write('e/a.toml', descriptor('a', ' again'));
    await changed(() => ensemble('a') !== undefined);
  });

  it('replaces the one ensemble that changed, and leaves the others alone', async () => {
    await temp.write('e/a.toml', descriptor('a'));
    await temp.write('e/b.toml', descriptor('b'));
    await watch('e');
    await connect(prepared.roster);
    const b = ensemble('b');
    await temp.write('e/a.toml', descriptor('a', ' new'));
    await changed(() => ensemble('a')?.description === 'A new');
    await temp.replace('e/a.toml', descriptor('a', ' newer'));
    await changed(() => ensemble('a')?.description === 'A newer');
    assert.equal(ensemble('a')?.state.status, 'ready');
    assert.equal(ensemble('b'), b);
  });

  it('connects nothing that is disabled now, though it was in use', async () => {
    await temp.write('e/a.toml', descriptor('a'));
    await watch('e');
    await connect(prepared.roster);
    await temp.replace('e/a.toml', descriptor('a', '', 'enabled = false'));
    await changed(() => ensemble('a')?.enabled === false);
    assert.equal(ensemble('a')?.state.status, 'disconnected');
  });

  it('gives back what a descriptor replaced once that one is gone', async () => {
    await temp.write('e/a.toml', descriptor('a', ' first'));
    await temp.write('f/a.toml', descriptor('a', ' second'));
    await watch('e', 'f');
    assert.equal(ensemble('a')?.description, 'A second');
    await temp.remove('f/a.toml');
    await changed(() => ensemble('a')?.description === 'A first');
    await temp.remove('e/a.toml');
    await changed(() => ensemble('a') === undefined);
  });

  it('takes an ensemble away while its descriptor is broken, with a diagnostic that goes with the mistake', async () => {
    await temp.write('e/a.toml', descriptor('a'));
    await temp.write('e/b.toml', descriptor('b'));
    await watch('e');
    const { ensembles } = prepared;
    await temp.write('e/a.toml', `${descriptor('a')}timeout = "long"\n`);
    await eventually(ensembles.onDidDiagnose, () => ensembles.diagnostics.size === 1);
    assert.deepEqual([ensemble('a'), ensemble('b')?.name], [undefined, 'b']);
    await temp.write('e/a.toml', descriptor('a'));
    await eventually(ensembles.onDidDiagnose, () => ensembles.diagnostics.size === 0);
    assert.equal(ensemble('a')?.name, 'a');
  });

  it('notices a source that comes, changes and goes', async () => {
    const source = '[[invokers]]\nsource = "tools/b.toml"\n';
    await temp.write('e/a.toml', `[ensemble]\nname = "a"\nkind = "local"\n${source}`);
    await watch('e');
    assert.equal(ensemble('a'), undefined);
    await temp.write('e/tools/b.toml', 'name = "b"\nimplementation = "greet"\n');
    await changed(() => ensemble('a')?.invokers[0]?.name === 'b');
    await temp.replace('e/tools/b.toml', 'name = "c"\nimplementation = "greet"\n');
    await changed(() => ensemble('a')?.invokers[0]?.name === 'c');
    await rm(temp.file('e/tools'), { recursive: true });
    await changed(() => ensemble('a') === undefined);
  });
});
