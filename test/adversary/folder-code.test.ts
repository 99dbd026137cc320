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
const imported = (specifier: string) => `import { word } from ${specifier}; export const tool = () => word;`;
const whole = (specifier: string, more = '') =>
  `import part from '${specifier}'${more}; export const tool = () => part.word;`;
const late = (word: string) => `export const tool = async () => (${word}).word;`;
const hrefOf = (file: string) => (place: TempFolder) =>
  imported(JSON.stringify(pathToFileURL(place.file(file)).href));
const pathOf = (place: TempFolder) =>
  imported(JSON.stringify(pathToFileURL(place.file('part.mjs')).pathname));

/** By default `part.mjs` is the other file. */
const form = (
  name: string,
  main: Form['main'],
  part = 'part.mjs',
  more: Pick<Form, 'says' | 'also'> = {},
): Form => ({
  ...{ name, main, part },
  ...more,
});

const packages = 'node_modules/words';
const described = (fields: object) => JSON.stringify({ name: 'words', ...fields });
const inFolder = {
  [`${packages}/package.json`]: described({ type: 'module', exports: { import: './lib/index.js' } }),
};
const imports = { 'package.json': '{ "imports": { "#words": "./part.mjs" } }' };
const between = { 'between.mjs': "export * from './part.mjs';" };
const requiring = {
  [`${packages}/package.json`]: described({ main: './start.js' }),
  [`${packages}/start.js`]: "module.exports = require('./deep');",
};
const beside = { [`../${packages}/package.json`]: described({ type: 'module', main: './index.js' }) };
const createRequire = `import { createRequire } from 'node:module';
  export const tool = () => createRequire(import.meta.dirname + '/x.js')('./part.cjs').word;`;

const covered: readonly Form[] = [
  form('TypeScript', imported("'./part.ts'"), 'part.ts', {
    says: word => `${counts}export const word: string = ${JSON.stringify(word)};`,
  }),
  form('a relative path', imported("'./part.mjs'")),
  form('a query', imported("'./part.mjs?x=1'")),
  form('a version like our own', imported("'./part.mjs?converser=x'")),
  form('a hash', imported("'./part.mjs#x'")),
  form('an escape of JavaScript', imported("'./\\x70art.mjs'")),
  form('an escape of addresses', imported("'./%70art.mjs'")),
  form('an address', hrefOf('part.mjs')),
  form('an absolute path', pathOf),
  form('a package of the folder', imported("'words'"), `${packages}/lib/index.js`, { also: inFolder }),
  form('an import of the package itself', imported("'#words'"), 'part.mjs', { also: imports }),
  form('a re-export', imported("'./between.mjs'"), 'part.mjs', { also: between }),
  form('JSON', whole('./part.json', " with { type: 'json' }"), 'part.json', { says: json }),
  form('an import at run time', late("await import('./part.mjs')")),
];

const refused: readonly Form[] = [
  form('CommonJS', whole('./part.cjs'), 'part.cjs', { says: common }),
  form('CommonJS under a name of modules', whole('./part.js'), 'part.js', { says: common }),
  form('a package that uses require', whole('words'), `${packages}/deep.js`, {
    says: common,
    also: requiring,
  }),
  form('TypeScript as a module', imported("'./part.mts'"), 'part.mts'),
  form('createRequire of the folder', createRequire, 'part.cjs', { says: common }),
  form(
    'createRequire by its short name, at run time',
    late("(await import('module')).createRequire(import.meta.url)('./part.cjs')"),
    'part.cjs',
    { says: common },
  ),
  form('a computed import at run time', late("await import(['./pa', 'rt.mjs'].join(''))")),
  form('an import in computed code', late(`await (0, eval)("import('./pa" + "rt.mjs')")`)),
  form('data in an address', imported(`"data:text/javascript,${encodeURIComponent(module('old'))}"`)),
  form('WebAssembly', imported("'./part.wasm'"), 'part.wasm'),
  form('a path out of the folder', imported("'../part.mjs'"), '../part.mjs'),
  form('an address out of the folder', hrefOf('../part.mjs'), '../part.mjs'),
  form('a package beside the folder', imported("'words'"), `../${packages}/index.js`, { also: beside }),
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
    for (const each of covered) {
      it(`is approved with what it loads by ${each.name} (${origin})`, async () => {
        await write(each);
        const before = await open(origin);
        if (origin === 'workspace') assert.equal(ran(), 0);
        const { implementation } = find(before.roster, 'tool');
        assert.equal(await call(before.roster, 'tool', {}), 'old');
        await rewrite(each);
        const after = await open(origin);
        assert.notEqual(find(after.roster, 'tool').implementation, implementation);
        assert.equal(await call(after.roster, 'tool', {}), 'new');
      });
    }
  }

  for (const each of refused) {
    it(`can't load by ${each.name}`, async () => {
      await write(each);
      const { roster } = await open();
      await assert.rejects(call(roster, 'tool', {}), /isn’t loaded\. A tool may/);
      // `main.mjs` may have begun, and the other file must not.
      assert.ok(ran() <= 1);
    });
  }

  it("can't load through a link that leads out of the folder", async () => {
    await write(form('', imported("'./link.mjs'"), '../part.mjs'));
    await symlink(temp.file('part.mjs'), temp.file(place('link.mjs')));
    const { roster } = await open();
    await assert.rejects(call(roster, 'tool', {}), /isn’t loaded/);
    assert.equal(ran(), 0);
  });

  for (const each of covered) {
    it(`doesn’t run if what it loads by ${each.name} changed while you were asked`, async () => {
      await write(each);
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
      await rewrite(each);
      const answer = async () => asked.invocable({}, { ...context, signal });
      await assert.rejects(answer(), /changed before it was loaded/);
      // What is loaded late is refused late.
      assert.ok(ran() <= (/run time/.test(each.name) ? 1 : 0));
    });
  }

  it('runs nothing before a call, however often it is connected and changed', async () => {
    await write(form('', imported("'./part.mjs'")));
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
    await write(form('', imported("'./part.mjs'")));
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
    await write(form('', 'export const tool = () => 1;'));
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
    await write(form('', `export const tool = ${object};`));
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
    await write(form('', main));
    const { roster, ensembles } = await open();
    await assert.rejects(call(roster, 'tool', {}), /takes arguments that its descriptor doesn’t list/);
    await eventually(ensembles.onDidDiagnose, () => ensembles.diagnostics.size === 1);
    const told = [...ensembles.diagnostics.values()].flat().map(formatDiagnostic);
    assert.match(told.join(), /mine\.toml:8:18: .* takes arguments .* \(invokers\[0\]\.implementation\)$/);
  });
});
