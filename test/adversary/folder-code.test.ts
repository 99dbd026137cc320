import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Origin } from '../../src/converser/words/ensemble/invoker.ts';
import { withChangesAsked } from '../../src/ensembles/descriptors/folders-in-roots.ts';
import { formatDiagnostic } from '../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import { call, connect, find, folder, type Prepared, prepare } from '../ensembles/descriptors/prepare.ts';
import { createTempFolder, type TempFolder } from '../ensembles/temp-folder.ts';
import { eventually } from '../eventually.ts';

const descriptor = `[ensemble]
name = "mine"
kind = "local"

[[invokers]]
name = "tool"
description = "Does something."
implementation = "./main.mjs#tool"
`;

/** Every file of a test counts here when its top level runs. */
const counter = `ran${process.pid}`;
const counts = `globalThis.${counter} = (globalThis.${counter} ?? 0) + 1;\n`;
const ran = () => Number(Reflect.get(globalThis, counter) ?? 0);

interface Form {
  readonly name: string;
  /** How `main.mjs` gets at the word of the other file. */
  readonly main: string | ((place: TempFolder) => string);
  /** The other file, and what it says. */
  readonly part: string;
  readonly says?: (word: string) => string;
  readonly also?: Readonly<Record<string, string>>;
}

const module = (word: string) => `${counts}export const word = ${JSON.stringify(word)};`;
const common = (word: string) => `${counts}exports.word = ${JSON.stringify(word)};`;
const json = (word: string) => JSON.stringify({ word });
const imported = (specifier: string, more = '') =>
  `import { word } from ${specifier}${more}; export const tool = () => word;`;

const covered: readonly Form[] = [
  { name: 'a relative path', main: imported("'./part.mjs'"), part: 'part.mjs' },
  { name: 'a query', main: imported("'./part.mjs?x=1'"), part: 'part.mjs' },
  { name: 'a version like our own', main: imported("'./part.mjs?converser=x'"), part: 'part.mjs' },
  { name: 'a hash', main: imported("'./part.mjs#x'"), part: 'part.mjs' },
  { name: 'an escape of JavaScript', main: imported("'./\\x70art.mjs'"), part: 'part.mjs' },
  { name: 'an escape of addresses', main: imported("'./%70art.mjs'"), part: 'part.mjs' },
  {
    name: 'an address',
    main: place => imported(JSON.stringify(pathToFileURL(place.file('part.mjs')).href)),
    part: 'part.mjs',
  },
  {
    name: 'an absolute path',
    main: place => imported(JSON.stringify(pathToFileURL(place.file('part.mjs')).pathname)),
    part: 'part.mjs',
  },
  {
    name: 'a package of the folder',
    main: imported("'words'"),
    part: 'node_modules/words/lib/index.js',
    also: {
      'node_modules/words/package.json':
        '{ "name": "words", "type": "module", "exports": { "import": "./lib/index.js" } }',
    },
  },
  {
    name: 'an import of the package itself',
    main: imported("'#words'"),
    part: 'part.mjs',
    also: { 'package.json': '{ "imports": { "#words": "./part.mjs" } }' },
  },
  {
    name: 'a re-export',
    main: imported("'./between.mjs'"),
    part: 'part.mjs',
    also: { 'between.mjs': "export * from './part.mjs';" },
  },
  {
    name: 'JSON',
    main: "import part from './part.json' with { type: 'json' }; export const tool = () => part.word;",
    part: 'part.json',
    says: json,
  },
  {
    name: 'an import at run time',
    main: "export const tool = async () => (await import('./part.mjs')).word;",
    part: 'part.mjs',
  },
];

const refused: readonly Form[] = [
  {
    name: 'CommonJS',
    main: "import part from './part.cjs'; export const tool = () => part.word;",
    part: 'part.cjs',
    says: common,
  },
  {
    name: 'CommonJS under a name of modules',
    main: "import part from './part.js'; export const tool = () => part.word;",
    part: 'part.js',
    says: common,
  },
  {
    name: 'a package that uses require',
    main: "import words from 'words'; export const tool = () => words.word;",
    part: 'node_modules/words/deep.js',
    says: common,
    also: {
      'node_modules/words/package.json': '{ "name": "words", "main": "./start.js" }',
      'node_modules/words/start.js': "module.exports = require('./deep');",
    },
  },
  { name: 'TypeScript', main: imported("'./part.ts'"), part: 'part.ts' },
  { name: 'TypeScript as a module', main: imported("'./part.mts'"), part: 'part.mts' },
  {
    name: 'createRequire of the folder',
    main: `import { createRequire } from 'node:module';
      export const tool = () => createRequire(import.meta.dirname + '/x.js')('./part.cjs').word;`,
    part: 'part.cjs',
    says: common,
  },
  {
    name: 'createRequire by its short name, at run time',
    main: `export const tool = async () => (await import('module')).createRequire(import.meta.url)('./part.cjs').word;`,
    part: 'part.cjs',
    says: common,
  },
  {
    name: 'a computed import at run time',
    main: "export const tool = async () => (await import(['./pa', 'rt.mjs'].join(''))).word;",
    part: 'part.mjs',
  },
  {
    name: 'an import in computed code',
    main: `export const tool = async () => (await (0, eval)("import('./pa" + "rt.mjs')")).word;`,
    part: 'part.mjs',
  },
  {
    name: 'data in an address',
    main: `${imported(`"data:text/javascript,${encodeURIComponent(module('old'))}"`)}`,
    part: 'part.mjs',
  },
  { name: 'WebAssembly', main: imported("'./part.wasm'"), part: 'part.wasm' },
  { name: 'a path out of the folder', main: imported("'../part.mjs'"), part: '../part.mjs' },
  {
    name: 'an address out of the folder',
    main: place => imported(JSON.stringify(pathToFileURL(place.file('../part.mjs')).href)),
    part: '../part.mjs',
  },
  {
    name: 'a package beside the folder',
    main: imported("'words'"),
    part: '../node_modules/words/index.js',
    also: {
      '../node_modules/words/package.json': '{ "name": "words", "type": "module", "main": "./index.js" }',
    },
  },
];

describe('The code of a folder', () => {
  let temp: TempFolder;
  const opened: Prepared[] = [];

  beforeEach(async () => {
    temp = await createTempFolder();
    Reflect.deleteProperty(globalThis, counter);
  });

  afterEach(async () => {
    for (const { ensembles } of opened.splice(0)) await ensembles.dispose();
    Reflect.deleteProperty(globalThis, counter);
    await temp.dispose();
  });

  const place = (name: string) => `tools/${name}`;

  async function open(origin: Origin = 'workspace'): Promise<Prepared> {
    const prepared = await prepare({ folders: [folder(temp.file('tools'), { origin })] });
    opened.push(prepared);
    await connect(prepared.roster);
    return prepared;
  }

  async function write({ main, part, says = module, also = {} }: Form): Promise<void> {
    const inside = { ...temp, file: (name: string) => temp.file(place(name)) };
    for (const [name, text] of Object.entries(also)) await temp.write(place(name), text);
    await temp.write(place(part), says('old'));
    await temp.write(place('main.mjs'), `${counts}${typeof main === 'string' ? main : main(inside)}`);
    await temp.write(place('mine.toml'), descriptor);
  }

  async function rewrite({ part, says = module }: Form): Promise<void> {
    await temp.replace(place(part), says('new'));
  }

  for (const origin of ['workspace', 'user'] as const) {
    for (const form of covered) {
      it(`is approved with what it loads by ${form.name} (${origin})`, async () => {
        await write(form);
        const before = await open(origin);
        if (origin === 'workspace') assert.equal(ran(), 0);
        const { implementation } = find(before.roster, 'tool');
        assert.equal(await call(before.roster, 'tool', {}), 'old');
        await rewrite(form);
        const after = await open(origin);
        assert.notEqual(find(after.roster, 'tool').implementation, implementation);
        assert.equal(await call(after.roster, 'tool', {}), 'new');
      });
    }
  }

  for (const form of refused) {
    it(`can't load by ${form.name}`, async () => {
      await write(form);
      const { roster } = await open();
      await assert.rejects(call(roster, 'tool', {}), /isn’t loaded\. A tool may/);
      // `main.mjs` may have begun, and the other file must not.
      assert.ok(ran() <= 1);
    });
  }

  it("can't load through a link that leads out of the folder", async () => {
    await write({ name: '', main: imported("'./link.mjs'"), part: '../part.mjs' });
    await symlink(temp.file('part.mjs'), temp.file(place('link.mjs')));
    const { roster } = await open();
    await assert.rejects(call(roster, 'tool', {}), /isn’t loaded/);
    assert.equal(ran(), 0);
  });

  for (const form of covered) {
    it(`doesn’t run if what it loads by ${form.name} changed while you were asked`, async () => {
      await write(form);
      const { roster } = await open();
      const asked = find(roster, 'tool');
      const context = {
        invoker: asked,
        auxdata: {},
        configuration: {},
        namespace: new Map(),
        progress: () => {},
      };
      const { signal } = new AbortController();
      await rewrite(form);
      const answer = async () => asked.invocable({}, { ...context, signal });
      await assert.rejects(answer(), /changed before it was loaded/);
      // What is loaded late is refused late.
      assert.ok(ran() <= (/run time/.test(form.name) ? 1 : 0));
    });
  }

  it('runs nothing before a call, however often it is connected and changed', async () => {
    const form: Form = { name: '', main: imported("'./part.mjs'"), part: 'part.mjs' };
    await write(form);
    const { roster, ensembles } = await open();
    for (const word of ['one', 'two', 'three']) {
      await temp.write(place('part.mjs'), module(word));
      await ensembles.reload();
      await connect(roster);
      for (const ensemble of roster.ensembles) await ensemble.disconnect();
      await connect(roster);
    }
    assert.equal(ran(), 0);
    assert.equal(await call(roster, 'tool', {}), 'three');
    assert.equal(ran(), 2);
    assert.equal(await call(roster, 'tool', {}), 'three');
    assert.equal(ran(), 2);
  });

  it('is asked about where it changed in a folder of your own that tools can write to', async () => {
    await write({ name: '', main: imported("'./part.mjs'"), part: 'part.mjs' });
    const own = folder(temp.file('tools'), { originOfChanges: 'workspace' });
    const prepared = await prepare({ folders: [own] });
    opened.push(prepared);
    const { roster, ensembles } = prepared;
    const originOf = (reference: string) => find(roster, reference).origin;
    await connect(roster);
    assert.equal(originOf('tool'), 'user');
    const before = ran();
    await temp.write(
      place('other.toml'),
      descriptor.replaceAll('mine', 'other').replaceAll('"tool"', '"more"'),
    );
    await temp.replace(place('part.mjs'), module('new'));
    await ensembles.reload();
    await connect(roster);
    assert.deepEqual([originOf('tool'), originOf('more')], ['workspace', 'workspace']);
    assert.equal(ran(), before, 'nothing of it ran');
    await ensembles.reload();
    assert.equal(originOf('tool'), 'workspace', 'it stays so while this runs');
    assert.equal(await call(roster, 'tool', {}), 'new');
    // Chosen anew, it is what you chose.
    await ensembles.setFolders([]);
    await ensembles.setFolders([own]);
    await connect(roster);
    assert.equal(originOf('tool'), 'user');
  });

  it('is in such a folder by where that really is', async () => {
    await temp.write('root/tools/a', '');
    await symlink(temp.file('root/tools'), temp.file('link'));
    const names = ['root', 'root/tools', 'link', 'elsewhere', 'rooted'];
    const folders = names.map(name => folder(temp.file(name)));
    assert.deepEqual(
      withChangesAsked(folders, [temp.file('root')]).map(({ originOfChanges }) => originOfChanges),
      ['workspace', 'workspace', 'workspace', undefined, undefined],
    );
  });

  it('must be described in its descriptor, and is held to it', async () => {
    await write({ name: '', main: 'export const tool = () => 1;', part: 'part.mjs' });
    await temp.write(place('mine.toml'), descriptor.replace(/^description.*\n/m, ''));
    const { ensembles, roster } = await open();
    const told = [...ensembles.diagnostics.values()].flat().map(formatDiagnostic);
    assert.match(told.join(), /mine\.toml:5:\d+: Add description = "…"/);
    assert.deepEqual(roster.ensembles, []);
    assert.equal(ran(), 0);
  });

  it("counts for nothing but its function: its own claims aren't heard", async () => {
    const object = `{
      description: 'Harmless.',
      annotations: { readOnly: true },
      review: () => { throw new Error('heard'); },
      invoke: () => 'done',
    }`;
    await write({ name: '', main: `export const tool = ${object};`, part: 'part.mjs' });
    const { roster } = await open();
    assert.equal(await call(roster, 'tool', {}), 'done');
    const invoker = find(roster, 'tool');
    assert.deepEqual(
      [invoker.description, invoker.annotations, invoker.review],
      ['Does something.', {}, undefined],
    );
  });

  it('says so when it wants arguments that you were not shown', async () => {
    const schema = `{ type: 'object', properties: { path: { type: 'string' } } }`;
    const main = `export const tool = { arguments: ${schema}, invoke: () => 'done' };`;
    await write({ name: '', main, part: 'part.mjs' });
    const { roster, ensembles } = await open();
    await assert.rejects(call(roster, 'tool', {}), /takes arguments that its descriptor doesn’t list/);
    await eventually(ensembles.onDidDiagnose, () => ensembles.diagnostics.size === 1);
    const told = [...ensembles.diagnostics.values()].flat().map(formatDiagnostic);
    assert.match(told.join(), /mine\.toml:8:18: .* takes arguments .* \(invokers\[0\]\.implementation\)$/);
  });
});
