import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { formatDiagnostic } from '../../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import { eventually } from '../../eventually.ts';
import { call, connect, find, folder, type Prepared, prepare } from '../descriptors/prepare.ts';
import { eachTest } from '../each-test.ts';
import { createTempFolder } from '../temp-folder.ts';

const descriptor = `[ensemble]
name = "mine"
kind = "local"

[[invokers]]
name = "tool"
description = "Does something."
implementation = "./mine.mjs#tool"
auxdata = { city = "Bergen" }
`;

describe('an implementation in a module', () => {
  let prepared: Prepared;
  afterEach(() => prepared.ensembles.dispose());
  const temp = eachTest(() => createTempFolder());

  async function load(module: string, text = descriptor): Promise<void> {
    await temp.write('mine.toml', text);
    await temp.write('mine.mjs', module);
    prepared = await prepare({ folders: [folder(temp.path)] });
    await connect(prepared.roster);
  }

  function told(): readonly string[] {
    return [...prepared.ensembles.diagnostics.values()].flat().map(formatDiagnostic);
  }

  async function failure(): Promise<string> {
    const { roster, ensembles } = prepared;
    await eventually(ensembles.onDidDiagnose, () => ensembles.diagnostics.size > 0);
    const state = roster.ensembles[0]?.state;
    assert.equal(state?.status, 'failed');
    assert.equal(told().length, 1);
    return state.status === 'failed' ? state.error.message : '';
  }

  it('is there when it is switched off, and takes nothing with it when it cannot be loaded', async () => {
    await temp.write('broken.mjs', 'throw new Error("not today");');
    await load(
      'export const tool = () => "here"; export const spare = () => "spare";',
      `${descriptor}
[[invokers]]
name = "spare"
description = "Is not needed."
implementation = "./mine.mjs#spare"
enabled = false
[[invokers]]
name = "broken"
description = "Cannot be loaded."
implementation = "./broken.mjs#broken"
enabled = false
`,
    );
    const { roster } = prepared;
    assert.deepEqual(told(), []);
    assert.equal(await call(roster, 'mine:tool', {}), 'here');
    assert.equal(roster.find('mine:spare').kind, 'unknown');
    const [ensemble] = roster.ensembles;
    const enabled = ensemble?.invokers.map(each => [each.name, each.enabled]);
    assert.deepEqual(enabled, Object.entries({ tool: undefined, spare: false }));
    roster.setToolChoices(new Map([['mine:spare', { enabled: true }]]));
    assert.equal(await call(roster, 'mine:spare', {}), 'spare');
  });

  it('may be an async function, which gets arguments and auxdata', async () => {
    await load(
      'export async function tool(args, { auxdata, invoker }) { return { ...args, ...auxdata, by: invoker.name }; }',
      `${descriptor}arguments.properties.day = { type = "string" }\n`,
    );
    const returned = await call(prepared.roster, 'mine:tool', { day: 'Friday' });
    assert.deepEqual(returned, { day: 'Friday', city: 'Bergen', by: 'tool' });
  });

  it('needs no kind: an ensemble is local unless it says otherwise', async () => {
    await load('export const tool = () => "here";', descriptor.replace('kind = "local"\n', ''));
    assert.equal(await call(prepared.roster, 'mine:tool', {}), 'here');
  });

  it('sees the configuration of its ensemble, as do the others of it', async () => {
    await load(
      'export const tool = (_, { configuration }) => configuration.units; export const other = tool;',
      `${descriptor}[[invokers]]
name = "other"
description = "The same."
implementation = "./mine.mjs#other"
[configuration]
units = { temperature = "°C", wind = ["m/s", "kn"] }
`,
    );
    const units = { temperature: '°C', wind: ['m/s', 'kn'] };
    for (const name of ['mine:tool', 'mine:other'])
      assert.deepEqual(await call(prepared.roster, name, {}), units);
  });

  it('takes no arguments unless a schema says which', async () => {
    await load('export const tool = () => "here";');
    assert.equal(find(prepared.roster, 'tool').arguments.additionalProperties, false);
  });

  it('may be a function that says in its signature what the descriptor leaves out', async () => {
    await load(
      '/** Adds. */ export function tool(a = 1, /** @type {number} */ b = 2, context) { return [a, b, context.invoker.name]; }',
      descriptor.replace('description = "Does something."\n', ''),
    );
    assert.equal(find(prepared.roster, 'tool').description, 'Adds.');
    assert.deepEqual(await call(prepared.roster, 'tool', { b: 5 }), [1, 5, 'tool']);
  });

  it('may be TypeScript, whose imports are pinned like all others', async () => {
    await temp.write('lib.ts', 'export const shout = (word: string): string => word.toUpperCase();');
    await temp.write(
      'mine.ts',
      'import { shout } from "./lib.ts"; export const tool = (word: string) => shout(word);',
    );
    await load('', descriptor.replace('mine.mjs', 'mine.ts'));
    assert.deepEqual(told(), []);
    assert.equal(await call(prepared.roster, 'tool', { word: 'hi' }), 'HI');
    const { implementation } = find(prepared.roster, 'tool');
    await temp.replace('lib.ts', 'export const shout = (word: string): string => word + "!";');
    await eventually(
      prepared.roster.onDidChange,
      () => find(prepared.roster, 'tool').implementation !== implementation,
    );
    assert.equal(await call(prepared.roster, 'tool', { word: 'hi' }), 'hi!');
  });

  it('is refused at the line of the module that can’t become a schema', async () => {
    await load('// Of dates.\nexport function tool(\n  when,\n) {}');
    assert.deepEqual(told(), [
      `${temp.path}/mine.mjs:3:3: when has no type. Change this, or write the arguments of tool in mine.toml.`,
    ]);
  });

  it('may be an object that says what the descriptor leaves out', async () => {
    await load(
      `export const tool = {
        description: 'Adds.',
        arguments: { type: 'object', properties: { a: { type: 'number' } } },
        annotations: { readOnly: true, idempotent: true, openWorld: false },
        output: { model: 'Sum: {sum}' },
        invoke: async ({ a }) => ({ sum: a + 1 }),
      };`,
      descriptor.replace('description = "Does something."\n', ''),
    );
    const invoker = find(prepared.roster, 'tool');
    assert.equal(invoker.description, 'Adds.');
    assert.equal(invoker.deduplication, 'compared');
    assert.deepEqual(invoker.output, { model: 'Sum: {sum}' });
    assert.deepEqual(await call(prepared.roster, 'tool', { a: 1 }), { sum: 2 });
  });

  it('may return parts, of text, images and resources', async () => {
    await load(`export const tool = () => ({
      content: [
        { type: 'text', text: 'seen' },
        { type: 'image', mimeType: 'image/png', data: 'AQI=' },
        { type: 'resource', uri: 'https://example.org/a', text: 'a' },
      ],
      screen: '**seen**',
    });`);
    const returned = (await call(prepared.roster, 'tool', {})) as { content: unknown; screen: unknown };
    assert.deepEqual(returned.content, [
      { type: 'text', mimeType: 'text/plain', text: 'seen' },
      { type: 'image', mimeType: 'image/png', bytes: Buffer.from([1, 2]) },
      { type: 'resource', uri: 'https://example.org/a', text: 'a' },
    ]);
    assert.equal(returned.screen, '**seen**');
  });

  it('may return what JSON can say, with dates as text, and nothing else', async () => {
    await load(
      'export const tool = ({ what }) => what === "date" ? { on: new Date(0) } : () => {};',
      `${descriptor}arguments.properties.what = { type = "string" }\n`,
    );
    const date = await call(prepared.roster, 'tool', { what: 'date' });
    assert.deepEqual(date, { on: '1970-01-01T00:00:00.000Z' });
    await assert.rejects(call(prepared.roster, 'tool', {}), /returned a function, which isn’t JSON/);
  });

  it('is named to people and approvals with the fingerprint of its code', async () => {
    await load('export const tool = () => 1;');
    assert.match(find(prepared.roster, 'tool').implementation, /^mine\.mjs#tool \(sha256 [0-9a-f]{32}\)$/);
  });

  it('of Converser itself is offered at once, loaded by its first call, and named without a fingerprint', async () => {
    await temp.write('mine.toml', descriptor);
    await temp.write('mine.mjs', `globalThis.converserLoaded = true; export const tool = () => 'here';`);
    prepared = await prepare({ folders: [folder(temp.path, { origin: 'shipped' })] });
    await connect(prepared.roster);
    assert.equal(find(prepared.roster, 'tool').implementation, 'shipped:mine.mjs#tool');
    assert.equal(Reflect.has(globalThis, 'converserLoaded'), false);
    assert.equal(await call(prepared.roster, 'tool', {}), 'here');
    assert.equal(Reflect.deleteProperty(globalThis, 'converserLoaded'), true);
  });

  const object = (written: string) => `export const tool = { ${written}, invoke() {} };`;
  for (const [module, expected] of [
    ['\nthrow new Error("no such luck");', /can’t be loaded: no such luck \(mine\.mjs, line 2\)/],
    ['export const tool = (;', /can’t be loaded: Unexpected token ';'/],
    ['export const other = 1, more = 2;', /doesn’t exist: the file exports more, other/],
    ['export const tool = 5;', /must be an async function, or an object/],
    ['export const tool = {};', /needs a function invoke/],
    [object('description: 5'), /has a description that must be a string/],
    [object('arguments: "path"'), /has arguments that must be a JSON Schema/],
    [object('annotations: ["readOnly"]'), /has annotations that must be an object of booleans/],
    [object('annotations: { readOnly: "yes" }'), /has annotations that must be an object of booleans/],
    [object('aliases: ["dice", 6]'), /has aliases that must be a list of names/],
    [object('arguments: { type: "objekt" }'), /Not a JSON Schema/],
  ] as const) {
    it(`fails the ensemble, with a diagnostic, when the module is ${JSON.stringify(module)}`, async () => {
      await load(module);
      assert.match(await failure(), expected);
      assert.match(told()[0] ?? '', /mine\.toml:8:18: .* \(invokers\[0\]\.implementation\)$/);
    });
  }

  it('fails the ensemble when nobody says what the tool does', async () => {
    await load('export const tool = () => 1;', descriptor.replace('description = "Does something."\n', ''));
    assert.match(await failure(), /has no description/);
  });

  it('is tried again when it failed for a reason outside of its code', async () => {
    const key = `converser${process.pid}`;
    await load(`if (!globalThis.${key}) throw new Error("not yet"); export const tool = () => "now";`);
    assert.match(await failure(), /not yet/);
    Reflect.set(globalThis, key, true);
    await connect(prepared.roster);
    Reflect.deleteProperty(globalThis, key);
    assert.equal(await call(prepared.roster, 'tool', {}), 'now');
    assert.deepEqual(told(), []);
  });

  it('is picked up anew when it is edited, under another fingerprint, and stays ready', async () => {
    await load('export const tool = () => "old";');
    const { roster } = prepared;
    const before = find(roster, 'tool').implementation;
    await temp.replace('mine.mjs', 'export const tool = () => "new";');
    await eventually(roster.onDidChange, () => find(roster, 'tool').implementation !== before);
    assert.equal(roster.ensembles[0]?.state.status, 'ready');
    assert.equal(await call(roster, 'tool', {}), 'new');
  });

  it('is picked up anew when a file that it imports is edited', async () => {
    await temp.write('lib/word.mjs', 'export const word = "old";');
    await load('import { word } from "./lib/word.mjs"; export const tool = () => word;');
    const { roster } = prepared;
    assert.equal(await call(roster, 'tool', {}), 'old');
    const before = find(roster, 'tool').implementation;
    await temp.replace('lib/word.mjs', 'export const word = "new";');
    await eventually(roster.onDidChange, () => find(roster, 'tool').implementation !== before);
    assert.equal(await call(roster, 'tool', {}), 'new');
  });

  it('is refused when a symbolic link leads out of the folder', async () => {
    const outside = await createTempFolder();
    await outside.write('evil.mjs', 'export const tool = () => 1;');
    await temp.write('mine.toml', descriptor);
    await symlink(outside.file('evil.mjs'), temp.file('mine.mjs'));
    prepared = await prepare({ folders: [folder(temp.path)] });
    await outside.dispose();
    const mistake = /:8:18: "\.\/mine\.mjs" is a symbolic link that leaves the folder of this file\./;
    assert.match(told()[0] ?? '', mistake);
    assert.deepEqual(prepared.roster.ensembles, []);
  });
});
