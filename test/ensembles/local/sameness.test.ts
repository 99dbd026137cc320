import assert from 'node:assert/strict';
import type { DeduplicationPlan } from '../../../src/converser/words/ensemble/invoker.ts';
import { formatDiagnostic } from '../../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import { connect, find, folder, type Prepared, prepare } from '../descriptors/prepare.ts';
import { eachTest } from '../each-test.ts';
import { createTempFolder } from '../temp-folder.ts';

const head = `[ensemble]
name = "mine"

[[invokers]]
name = "tool"
description = "Does something."
implementation = "./mine.mjs#tool"
`;

describe('what a descriptor says about repeated calls', () => {
  let prepared: Prepared;
  afterEach(() => prepared.ensembles.dispose());
  const temp = eachTest(() => createTempFolder());
  beforeEach(() => temp.write('mine.mjs', 'export const tool = () => "here";'));

  async function load(written: string, same?: string): Promise<void> {
    await temp.write('mine.toml', head + written);
    if (same !== undefined) await temp.write('same.mjs', same);
    prepared = await prepare({ folders: [folder(temp.path)] });
    await connect(prepared.roster);
  }

  const told = () => [...prepared.ensembles.diagnostics.values()].flat().map(formatDiagnostic);

  const both = ['exact', 'reuse'];
  const window = { seconds: 2.5, canisters: 10 };
  for (const [written, read] of Object.entries({
    '"exact"': 'exact',
    '["reuse"]': 'reuse',
    '["semantic", "compared", "reuse"]': { strategies: ['semantic', 'compared', 'reuse'] },
    '{ strategy = "none" }': 'none',
    '{ strategy = ["exact", "reuse"], window = { seconds = 2.5, canisters = 10 } }': {
      strategies: both,
      window,
    },
    '{ strategy = "exact", window = { seconds = 60 } }': { strategies: ['exact'], window: { seconds: 60 } },
  })) {
    it(`may be ${written}`, async () => {
      await load(`deduplication = ${written}\n`);
      assert.deepEqual(told(), []);
      assert.deepEqual(find(prepared.roster, 'tool').deduplication, read);
    });
  }

  it('may say what a call reads and writes', async () => {
    await load('reads = ["{path}", "src/**"]\nwrites = []\n');
    const { reads, writes } = find(prepared.roster, 'tool');
    assert.deepEqual([reads, writes], [['{path}', 'src/**'], []]);
  });

  const mistakes: readonly (readonly [string, RegExp])[] = [
    ['deduplication = "sometimes"', /deduplication must be a strategy such as "compared"/],
    ['deduplication = []', /deduplication must be a strategy/],
    ['deduplication = ["exact", "often"]', /Each entry of deduplication must be "exact", "semantic"/],
    ['deduplication = { strategy = "exact", window = {} }', /window must be a table such as/],
    ['deduplication = { strategy = "exact", window = { seconds = 0 } }', /a number of seconds above 0/],
    ['deduplication = { strategy = "exact", window = { minutes = 1 } }', /Unknown key "minutes"/],
    ['deduplication = "./missing.mjs"', /"\.\/missing\.mjs" doesn’t exist/],
    ['deduplication = "./../same.mjs"', /must be a relative path/],
    ['reads = "a.txt"', /reads must be a list such as/],
  ];
  for (const [written, complaint] of mistakes) {
    it(`is a mistake as ${written}`, async () => {
      await load(`${written}\n`);
      assert.equal(told().length, 1, told().join('\n'));
      assert.match(told()[0] ?? '', complaint);
    });
  }

  async function sameness(module: string) {
    await load('deduplication = ["./same.mjs", "reuse"]\n', module);
    assert.deepEqual(told(), []);
    const plan = find(prepared.roster, 'tool').deduplication as DeduplicationPlan;
    assert.deepEqual(plan.strategies, ['reuse']);
    const { key, isSame } = plan.sameness ?? {};
    if (key === undefined || isSame === undefined) throw new Error('There is no code of the user.');
    return { key, isSame };
  }

  it('may be a file of your own with a key', async () => {
    const { key, isSame } = await sameness('export const key = ({ city }) => city.toLowerCase();');
    assert.equal(await key({ city: 'Bergen' }), 'bergen');
    assert.equal(await isSame({ city: 'a' }, { city: 'b' }), true);
  });

  it('may be a file of your own that compares', async () => {
    const { key, isSame } = await sameness('export const isSame = async (a, b) => a.n >= b.n;');
    assert.equal(await key({ n: 1 }), await key({ n: 2 }));
    assert.deepEqual([await isSame({ n: 2 }, { n: 1 }), await isSame({ n: 1 }, { n: 2 })], [true, false]);
  });

  it('can change nothing about a call that was allowed', async () => {
    const args = { path: 'a' };
    const { key } = await sameness('export const key = args => { args.path = "b"; return ""; };');
    await key(args);
    assert.deepEqual(args, { path: 'a' });
  });

  it('fails with the reason where the file throws, exports neither, or takes too long', async () => {
    const { key } = await sameness('throw new Error("not today");');
    await assert.rejects(async () => key({}), /same\.mjs can’t be loaded: not today/);
    await prepared.ensembles.dispose();
    const neither = async () => (await sameness('export const one = 1;')).key({});
    await assert.rejects(neither, /neither a function key/);
    await prepared.ensembles.dispose();
    const never = await sameness('export const key = () => new Promise(() => {});');
    await assert.rejects(async () => never.key({}), /took more than 1000 ms/);
  });

  it('is part of what approvals are bound to', async () => {
    await sameness('export const key = () => "";');
    const { implementation } = find(prepared.roster, 'tool');
    assert.match(implementation, /^mine\.mjs#tool \(sha256 \w+\), with same\.mjs \(sha256 \w+\)$/);
  });
});
