import assert from 'node:assert/strict';
import {
  createDeduplicator,
  type DeduplicatorPorts,
} from '../../../../../src/converser/call/invocation/deduplication/deduplicator.ts';
import { plainPath } from '../../../../../src/converser/call/invocation/deduplication/places.ts';
import type { JsonObject } from '../../../../../src/converser/ground/json/json.ts';
import type { Canister, ResultCanister } from '../../../../../src/converser/words/canister/canister.ts';
import { text } from '../../../../../src/converser/words/canister/content.ts';
import type { Call } from '../../../../../src/converser/words/ensemble/call.ts';
import type { Deduplication, Invoker } from '../../../../../src/converser/words/ensemble/invoker.ts';
import { linesExcerpt } from '../../../../../src/ensembles/workspace/edit/show-lines.ts';
import { callOf, resultNamed } from '../../../../contracts/deduplicator-contract.ts';
import { createFakeHost } from '../../../../fakes/fake-host.ts';

function saying(id: string, said: string): ResultCanister {
  return { ...resultNamed(id), content: [text(said)] };
}

/** Asks a tool that says how often it ran, and tells `ran` or `repeats` with what was said. */
function asking(given: Partial<Invoker>, ports: Partial<DeduplicatorPorts> = {}) {
  const host = createFakeHost();
  const deduplicator = createDeduplicator({ ...host, ...ports });
  let runs = 0;
  const ask = async (args: JsonObject, said?: string) => {
    const once = await deduplicator.once(callOf(args, given), async () => {
      runs++;
      return saying(`r${runs}`, said ?? `answer ${runs}`);
    });
    return `${once.kind} ${once.result.id}`;
  };
  return { ask, deduplicator, host };
}

describe('calls that mean the same', () => {
  const schema = {
    type: 'object',
    properties: {
      path: { type: 'string' },
      limit: { type: 'integer', default: 10 },
      query: { type: 'string' },
      since: { type: 'string', format: 'date' },
      filter: { type: 'string', contentMediaType: 'application/json' },
      options: { type: 'object', properties: { deep: { type: 'boolean', default: false } } },
    },
  };
  const given = { arguments: schema, deduplication: 'semantic', reads: ['{path}/**'] } as const;
  const contents = { spell: plainPath, print: async () => 'the same' };
  const same: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ['with a default written out', { query: 'a' }, { limit: 10, query: 'a' }],
    ['with a default inside written out', { options: {} }, { options: { deep: false } }],
    ['with another spelling of a path', { path: 'src/a.ts' }, { path: './src//b/../a.ts' }],
    ['with the other separator', { path: 'src/a.ts' }, { path: 'src\\a.ts' }],
    ['with keys in another order', { query: 'a', limit: 3 }, { limit: 3, query: 'a' }],
    ['with white space around a date', { since: '2026-01-01' }, { since: ' 2026-01-01\n' }],
    ['with white space in JSON', { filter: '{"a":[1,2]}' }, { filter: ' { "a": [1, 2] } ' }],
  ];
  for (const [name, first, second] of same) {
    it(`are the same ${name}`, async () => {
      const { ask } = asking(given, { contents });
      assert.deepEqual([await ask(first), await ask(second)], ['ran r1', 'repeats r1']);
      const strict = asking({ ...given, deduplication: 'exact' }, { contents });
      const isReordered = name.startsWith('with keys');
      const asked = [await strict.ask(first), await strict.ask(second)];
      assert.deepEqual(asked, ['ran r1', isReordered ? 'repeats r1' : 'ran r2']);
    });
  }

  const other: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ['white space in a text', { query: 'a' }, { query: 'a ' }],
    ['another default', { query: 'a', limit: 10 }, { query: 'a', limit: 11 }],
    ['a path above', { path: 'a' }, { path: '../a' }],
    ['a name with a backslash in what is no path', { query: 'a/b' }, { query: 'a\\b' }],
    ['an argument that the schema does not know', {}, { more: true }],
  ];
  for (const [name, first, second] of other) {
    it(`are others with ${name}`, async () => {
      const { ask } = asking(given, { contents });
      assert.deepEqual([await ask(first), await ask(second)], ['ran r1', 'ran r2']);
    });
  }
});

describe('an answer in a window', () => {
  it('counts for so many seconds', async () => {
    const { ask, host } = asking({ deduplication: { strategies: ['exact'], window: { seconds: 10 } } });
    await ask({});
    host.clock.advance(10_000);
    assert.equal(await ask({}), 'repeats r1');
    host.clock.advance(1);
    assert.equal(await ask({}), 'ran r2');
  });

  it('counts while so few canisters have joined since', async () => {
    let history: readonly Canister[] = [];
    const { ask } = asking(
      { deduplication: { strategies: ['exact'], window: { canisters: 2 } } },
      { history: () => history },
    );
    await ask({});
    history = [resultNamed('a'), resultNamed('b')];
    assert.equal(await ask({}), 'repeats r1');
    history = [...history, resultNamed('c')];
    assert.equal(await ask({}), 'ran r2');
  });

  it('counts for what is compared, too', async () => {
    const { ask, host } = asking({ deduplication: { strategies: ['compared'], window: { seconds: 10 } } });
    await ask({}, 'x');
    assert.equal(await ask({}, 'x'), 'repeats r1');
    host.clock.advance(10_001);
    assert.equal(await ask({}, 'x'), 'ran r3');
  });
});

describe('what a tool reads', () => {
  const given = { deduplication: 'exact', reads: ['{path}'] } as const;

  it('is looked at each time, so that an answer is repeated only while it is what it was', async () => {
    const printed: (readonly string[])[] = [];
    let print: string | undefined = 'one';
    const contents = {
      spell: plainPath,
      print: async (places: readonly string[]) => {
        printed.push(places);
        return print;
      },
    };
    const { ask } = asking(given, { contents });
    assert.equal(await ask({ path: 'a' }), 'ran r1');
    assert.equal(await ask({ path: 'a' }), 'repeats r1');
    print = 'two';
    assert.equal(await ask({ path: 'a' }), 'ran r2');
    print = undefined;
    assert.equal(await ask({ path: 'a' }), 'ran r3');
    assert.equal(await ask({ path: 'a' }), 'ran r4');
    assert.deepEqual([...new Set(printed.flat())], ['a']);
  });

  it('makes an answer worthless that was read while it changed', async () => {
    let print = 0;
    const { ask } = asking(given, { contents: { spell: plainPath, print: async () => String(print++) } });
    await ask({ path: 'a' });
    assert.equal(await ask({ path: 'a' }), 'ran r2');
  });

  it('is not known where nothing can look at it, so that each call runs', async () => {
    const { ask } = asking(given);
    await ask({ path: 'a' });
    assert.equal(await ask({ path: 'a' }), 'ran r2');
  });

  for (const [what, reads, args, place] of [
    ['counts as whatever is in the workspace where its argument is left out', '{path}', {}, '**'],
    ['is a path, whatever wildcards its name has', '{path}/*.md', { path: 'a[1]/**' }, 'a[[]1]/[*][*]/*.md'],
  ] as const)
    it(what, async () => {
      const printed: string[] = [];
      const print = async (places: readonly string[]) => {
        printed.push(...places);
        return 'one';
      };
      const { ask } = asking({ ...given, reads: [reads] }, { contents: { spell: plainPath, print } });
      await ask(args);
      assert.deepEqual(printed, [place, place]);
    });

  it('is forgotten by writes that touch it, and by no others', async () => {
    const contents = { spell: plainPath, print: async () => 'the same' };
    const { ask, deduplicator } = asking(given, { contents });
    await ask({ path: 'src/a.ts' });
    for (const places of [['src/b.ts'], ['src/a.ts.old'], ['docs/**'], []]) {
      deduplicator.forget(places);
      assert.equal(await ask({ path: 'src/a.ts' }), 'repeats r1', places.join());
    }
    let runs = 1;
    const touching = ['src/a.ts', 'src', 'src/**', '**/*.ts', './src/a.ts'].map(place => [place]);
    for (const places of [undefined, ...touching, ['b', '.']]) {
      deduplicator.forget(places);
      assert.equal(await ask({ path: 'src/a.ts' }), `ran r${++runs}`, String(places));
    }
  });

  it('may be anything where a tool does not say, so that every write makes it forgotten', async () => {
    const { ask, deduplicator } = asking({ deduplication: 'exact' });
    await ask({});
    deduplicator.forget([]);
    assert.equal(await ask({}), 'repeats r1');
    deduplicator.forget(['x']);
    assert.equal(await ask({}), 'ran r2');
  });
});

describe('code of the user that says which calls are the same', () => {
  const given = (deduplication: Deduplication) => ({ deduplication });

  it('may give them a key', async () => {
    const { ask } = asking(
      given({ strategies: [], sameness: { key: ({ city }) => String(city).toLowerCase() } }),
    );
    const told = [];
    for (const city of ['Bergen', 'BERGEN', 'Oslo']) told.push(await ask({ city }));
    assert.deepEqual(told, ['ran r1', 'repeats r1', 'ran r2']);
  });

  it('may compare them, in this order', async () => {
    const isSame = ({ n: earlier }: JsonObject, { n: later }: JsonObject) => Number(earlier) >= Number(later);
    const { ask } = asking(given({ strategies: [], sameness: { isSame } }));
    const told = [];
    for (const n of [5, 3, 6, 5]) told.push(await ask({ n }));
    assert.deepEqual(told, ['ran r1', 'repeats r1', 'ran r2', 'repeats r2']);
  });

  it('makes a call one of its own where it fails, and is in the log', async () => {
    const fail = () => {
      throw new Error('no such key');
    };
    const keyed = asking(given({ strategies: [], sameness: { key: fail } }));
    assert.deepEqual([await keyed.ask({}), await keyed.ask({})], ['ran r1', 'ran r2']);
    assert.match(keyed.host.logged.join('\n'), /warn fake:read.*no such key/);
    const compared = asking(given({ strategies: [], sameness: { isSame: async () => fail() } }));
    assert.deepEqual([await compared.ask({}), await compared.ask({})], ['ran r1', 'ran r2']);
  });
});

describe('results of earlier turns', () => {
  const reused = { deduplication: { strategies: ['semantic', 'compared', 'reuse'] } } as const;
  const earlier = (args: JsonObject, result: ResultCanister): readonly Canister[] => [
    { ...callOf(args).invocation, id: `call-of-${result.id}` },
    { ...result, invocationId: `call-of-${result.id}` },
  ];

  it('are repeated by a call that brings the same', async () => {
    const history = earlier({ a: 1 }, saying('old', 'x'));
    const { ask } = asking(reused, { history: () => history });
    assert.equal(await ask({ a: 1 }, 'x'), 'repeats old');
    assert.equal(await ask({ a: 2 }, 'x'), 'ran r2');
    assert.equal(await ask({ a: 1 }, 'y'), 'ran r3');
    assert.equal(await ask({ a: 1 }, 'x'), 'ran r4');
  });

  it('answer nothing without running', async () => {
    const history = earlier({}, saying('old', 'x'));
    const { ask } = asking({ deduplication: { strategies: ['exact', 'reuse'] } }, { history: () => history });
    assert.equal(await ask({}, 'y'), 'ran r1');
  });

  it('count only for tools whose results are reused', async () => {
    const history = earlier({}, saying('old', 'x'));
    const { ask } = asking({ deduplication: 'compared' }, { history: () => history });
    assert.equal(await ask({}, 'x'), 'ran r1');
  });

  it('are not repeated once models are not sent them any more', async () => {
    const history = earlier({}, saying('old', 'x'));
    const { ask } = asking(reused, { history: () => history, isHidden: id => id === 'old' });
    assert.equal(await ask({}, 'x'), 'ran r1');
    assert.equal(await ask({}, 'x'), 'repeats r1');
  });
});

describe('lines that were read', () => {
  const file = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`);
  const given: Partial<Call['invoker']> = {
    deduplication: { strategies: ['semantic', 'compared', 'reuse'] },
    excerpt: linesExcerpt,
  };
  const shown = (from: number, to: number) => [
    text(file.slice(from - 1, to).join('\n')),
    text(`[Lines ${from} to ${to} of 60.${to < 60 ? ` Read on with start_line ${to + 1}.` : ''}]`),
  ];

  async function read(deduplicator: ReturnType<typeof createDeduplicator>, from: number, to: number) {
    const call = callOf({ path: 'a', start_line: from, end_line: to }, given);
    const result = { ...resultNamed(`${from}-${to}`), content: shown(from, to) };
    const once = await deduplicator.once(call, async () => result);
    return `${once.kind} ${once.result.id}`;
  }

  it('answer a call for some of them, while they are the same', async () => {
    const deduplicator = createDeduplicator(createFakeHost());
    assert.equal(await read(deduplicator, 1, 50), 'ran 1-50');
    assert.equal(await read(deduplicator, 10, 20), 'repeats 1-50');
    assert.equal(await read(deduplicator, 40, 51), 'ran 40-51');
    file[14] = 'another';
    assert.equal(await read(deduplicator, 10, 20), 'ran 10-20');
    assert.equal(await read(deduplicator, 1, 10), 'repeats 1-50');
    file[14] = 'line 15';
    // What was read last says otherwise, so that the first answer does not count any more.
    assert.equal(await read(deduplicator, 10, 20), 'ran 10-20');
  });
});
