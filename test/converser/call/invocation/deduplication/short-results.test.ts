import assert from 'node:assert/strict';
import {
  shortened,
  supersededLine,
} from '../../../../../src/converser/call/invocation/deduplication/short-results.ts';
import {
  type Canister,
  type LeftOutResult,
  ordinaryMarks,
  type ResultCanister,
} from '../../../../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../../../../src/converser/words/canister/content.ts';
import { validHistory } from '../../../../../src/converser/words/canister/valid-history.ts';
import { callOf, resultNamed } from '../../../../contracts/deduplicator-contract.ts';

const call = (id: string) => ({ ...callOf({ path: 'a.ts' }).invocation, id });

function result(of: string, more: Partial<ResultCanister> = {}): ResultCanister {
  return {
    ...resultNamed(`result-of-${of}`),
    invocationId: of,
    content: [text(`content of ${of}`)],
    ...more,
  };
}

function user(said: string): Canister {
  return { ...resultNamed(said), role: 'user', content: [text(said)] } as Canister;
}

function read(canisters: readonly Canister[], leftOut: readonly LeftOutResult[] = []) {
  const short = shortened(validHistory(canisters), new Map(leftOut.map(each => [each.id, each])));
  return short.map(({ content }) => textOf(content));
}

const one = [call('one'), result('one')];
const two = [call('two'), result('two', { repeats: 'result-of-one', inShort: true })];
const unchanged = '[Unchanged: see the result of your earlier call fake:read {"path":"a.ts"} above.]';

describe('a result that you have pinned', () => {
  const pinned = { marks: { ...ordinaryMarks, pinned: true } };
  const left = [{ id: 'result-of-one', title: 'read', line: '[Left out.]', tokens: 9 }];

  it('is whole, also where it was left out before', () => {
    assert.deepEqual(read([user('Q'), ...one], left), ['Q', '', '[Left out.]']);
    for (const turn of [
      [user('Q'), call('one'), result('one', pinned)],
      [user('Q'), { ...call('one'), ...pinned }, result('one')],
    ])
      assert.deepEqual(read(turn, left), ['Q', '', 'content of one']);
  });
});

describe('a result in short', () => {
  it('points to what the model has before it', () => {
    const turn = [user('Q'), ...one, ...two];
    assert.deepEqual(read(turn), ['Q', '', 'content of one', '', unchanged]);
  });

  it('is whole where that is gone', () => {
    const gone = { marks: { ...ordinaryMarks, active: false } };
    const turn = [user('Q'), ...one.map(each => ({ ...each, ...gone })), ...two];
    assert.deepEqual(read(turn), ['Q', '', 'content of two']);
  });

  it('is whole where that is left out itself', () => {
    const line = supersededLine(call('three'));
    const gone = [{ id: 'result-of-one', title: 'read', line, tokens: 1, replacedBy: 'three' }];
    const turn = [user('Q'), ...one, ...two, call('three'), result('three'), user('more')];
    const left =
      '[Left out: superseded by your later call fake:read {"path":"a.ts"} below. If you need more than that shows, call again.]';
    assert.deepEqual(read(turn, gone), ['Q', '', left, '', 'content of two', '', 'content of three', 'more']);
    // Without the call that replaces it, it is not replaced.
    const without = turn.filter(({ id }) => !id.endsWith('three'));
    assert.deepEqual(read(without, gone), ['Q', '', 'content of one', '', unchanged, 'more']);
  });

  it('is whole where it names a later one, or itself', () => {
    const itself = result('one', { repeats: 'result-of-one', inShort: true });
    const turn = [user('Q'), ...two, call('one'), itself];
    assert.deepEqual(read(turn), ['Q', '', 'content of two', '', 'content of one']);
  });

  it('stays the very same from request to request, and so does a history without any', () => {
    const turn = validHistory([user('Q'), ...one, ...two]);
    const [first, second] = [shortened(turn, new Map()), shortened(turn, new Map())];
    assert.equal(first.at(-1), second.at(-1));
    assert.equal(validHistory(first), first);
    const plain = validHistory([user('Q'), ...one]);
    assert.equal(shortened(plain, new Map()), plain);
  });

  it('shows of long arguments the beginning', () => {
    const long = { ...call('one'), arguments: { path: 'x'.repeat(1_000) } };
    const [line = ''] = read([user('Q'), long, result('one'), ...two]).slice(-1);
    assert.ok(line.length < 300, line);
  });
});
