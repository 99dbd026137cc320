import assert from 'node:assert/strict';
import fc from 'fast-check';
import type {
  ModelEvent,
  ModelRequest,
  Price,
  Usage,
} from '../../../../src/converser/words/models/provider.ts';
import { createLedger } from '../../../../src/converser/words/spending/ledger.ts';
import {
  addSpending,
  addUsage,
  correctUsage,
  costOf,
  costOfRequest,
  noSpending,
  type Spending,
  spendingOf,
  sumSpending,
} from '../../../../src/converser/words/spending/spending.ts';
import {
  costText,
  spendingFigures,
  spendingText,
  spokenSpending,
} from '../../../../src/converser/words/spending/spending-text.ts';
import { pluck } from '../../pluck.ts';

const tokens = fc.option(fc.nat({ max: 2_000_000 }), { nil: undefined });
const told = { input: tokens, output: tokens, cached: tokens, written: tokens, writtenForHour: tokens };
const usages: fc.Arbitrary<Usage> = fc
  .record({ ...told, reasoning: tokens })
  .map(all => Object.fromEntries(Object.entries(all).filter(([, count]) => count !== undefined)));
const dollars = fc.integer({ min: 0, max: 20_000 }).map(cents => cents / 100);
const prices: fc.Arbitrary<Price | undefined> = fc.option(
  fc.record({ input: dollars, output: dollars, cached: dollars, written: dollars, writtenForHour: dollars }),
  { nil: undefined },
);
const spendings = fc.tuple(usages, prices).map(([usage, price]) => spendingOf(usage, price));
const request: ModelRequest = { canisters: [], tools: [] };
const free = { provider: 'p', id: 'm' };

describe('spending', () => {
  it('sums to the same in whatever order, and however it is grouped', () => {
    fc.assert(
      fc.property(fc.array(spendings, { maxLength: 12 }), fc.nat({ max: 12 }), (some, at) => {
        const whole = sumSpending(some);
        assert.deepEqual(sumSpending(some.toReversed()), whole);
        const parts = [sumSpending(some.slice(0, at)), sumSpending(some.slice(at))] as const;
        assert.deepEqual(addSpending(...parts), whole);
        assert.deepEqual(addSpending(whole, noSpending), whole);
      }),
    );
  });

  it('charges what was written to the cache, and no token twice', () => {
    const price = { input: 4, output: 20, cached: 0.2, written: 5 };
    assert.equal(costOf({ input: 1_000_000, cached: 500_000, written: 400_000 }, price), 0.4 + 0.1 + 2);
    assert.equal(costOf({ input: 1_000_000, cached: 900_000, written: 900_000 }, price), 0.68);
    assert.equal(costOf({ input: 1_000_000, written: 400_000 }, { input: 4, output: 20 }), 4);
    assert.deepEqual(addUsage({ written: 3 }, { written: 4 }), { written: 7, requests: 2 });
  });

  it('charges what is kept for an hour at its own price, which is part of what was written', () => {
    const price = { input: 4, output: 20, cached: 0.2, written: 5, writtenForHour: 8 };
    const usage = { input: 1_000_000, written: 400_000, writtenForHour: 100_000 };
    assert.equal(costOf(usage, price), 2.4 + 1.5 + 0.8);
    assert.equal(costOf({ ...usage, writtenForHour: 500_000 }, price), 2.4 + 3.2);
    const { writtenForHour: _, ...ordinary } = price;
    assert.equal(costOf(usage, ordinary), 2.4 + 2, 'no price of its own');
    assert.equal(costOf(usage, { input: 4, output: 20 }), 4, 'nor for what is written');
    const added = addUsage({ writtenForHour: 3 }, { writtenForHour: 4 });
    assert.deepEqual(added, { writtenForHour: 7, requests: 2 });
  });

  it('costs what the price says, less for what was read from the cache', () => {
    const price = { input: 3, output: 15 };
    assert.equal(costOf({ input: 1_000_000, output: 1_000_000 }, price), 18);
    assert.equal(costOf({ input: 1_000_000, cached: 900_000 }, price), 3, 'no price of its own');
    assert.equal(costOf({ input: 1_000_000, cached: 900_000 }, { ...price, cached: 0.3 }), 0.57);
    assert.equal(costOf({ cached: 5 }, { ...price, cached: 0.3 }), 0, 'no more is cached than was read');
  });

  it('takes the price of long requests for all of one that is longer than the ordinary price allows', () => {
    const long = { above: 100_000, input: 0.5, output: 2.5, cached: 0.05, written: 0.625 };
    const price = { input: 0.1, output: 0.5, cached: 0.01, written: 0.125, long };
    assert.equal(costOf({ input: 100_000, output: 1_000 }, price), 0.0105);
    assert.equal(costOf({ input: 100_001, output: 1_000 }, price), 0.0525005);
    const mixed = { input: 200_000, cached: 100_000, written: 50_000 };
    assert.equal(costOf(mixed, price), 0.025 + 0.005 + 0.03125);
    assert.equal(costOf({ input: 200_000, requests: 2 }, price), 0.02, 'two requests of ordinary length');
    assert.equal(costOf({ input: 300_000, requests: 2 }, price), 0.15);
    assert.equal(costOf({ output: 1_000, requests: 0 }, price), 0.0005);
    assert.equal(costOfRequest(80_000, price), 0.01);
    assert.equal(costOfRequest(160_000, price), 0.1);
  });

  it('says how much of it has no known price, and no cost where none is known', () => {
    const unknown = spendingOf({ input: 5 });
    assert.equal(unknown.cost, undefined);
    const mixed = addSpending(unknown, spendingOf({ input: 1_000_000 }, { input: 2, output: 2 }));
    assert.deepEqual([mixed.requests, mixed.unpriced, mixed.cost], [2, 1, 2]);
  });

  it('of two requests for one reply is told as such', () => {
    const added = addUsage({ input: 3 }, { input: 4, output: 1, estimated: true });
    assert.deepEqual(added, { input: 7, output: 1, requests: 2, estimated: true });
    assert.deepEqual(addUsage(undefined, undefined), { requests: 2 });
  });

  it('is an estimate until all of it was told', () => {
    const guess: Usage = { input: 5, output: 5, estimated: true };
    assert.equal(correctUsage(guess, { output: 6 }).estimated, true);
    assert.deepEqual(correctUsage(guess, { input: 4, output: 6 }), { input: 4, output: 6 });
  });
});

describe('the ledger of a turn', () => {
  it('counts each request by the last figures that were told of it, void ones included', () => {
    const requests = fc.array(fc.record({ pieces: fc.array(usages, { maxLength: 4 }) }), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(requests, { maxLength: 4 }), prices, spendings, (rounds, price, before) => {
        const model = { ...free, ...(price && { price }) };
        const ledger = createLedger({ model, before });
        const expected: Spending[] = [];
        rounds.forEach((some, at) => {
          for (const { pieces } of some) {
            const meter = ledger.ask(at + 1, request);
            for (const piece of pieces) meter.tell(piece);
            meter.settle(false);
            expected.push(spendingOf(Object.assign({}, ...pieces), price));
          }
        });
        const { rounds: _each, ...turn } = ledger.turn();
        assert.deepEqual(turn, sumSpending(expected));
        assert.deepEqual(sumSpending(ledger.turn().rounds), turn);
        assert.deepEqual(ledger.spent().conversation, addSpending(before, turn));
      }),
    );
  });

  it('counts requests under way at the same time, each at the price of its model', () => {
    const model = { provider: 'a', id: 'm', price: { input: 1_000_000, output: 0 } };
    const other = { provider: 'b', id: 'm', price: { input: 3_000_000, output: 0 } };
    const ledger = createLedger({ model, before: noSpending });
    const first = ledger.ask(1, request);
    const second = ledger.ask(1, request, other);
    second.tell({ input: 2, output: 0 });
    first.tell({ input: 5, output: 0 });
    assert.deepEqual([ledger.spent().turn.requests, ledger.spent().turn.cost], [2, 11]);
    first.settle(true);
    first.tell({ input: 100 });
    second.tell({ input: 4 });
    second.settle(true);
    assert.deepEqual([ledger.turn().requests, ledger.turn().cost], [2, 17]);
  });

  it('ignores what is told of a request once a later round has begun', () => {
    const ledger = createLedger({ model: free, before: noSpending });
    const late = ledger.ask(1, request);
    late.tell({ input: 1, output: 1 });
    ledger.ask(2, request).tell({ input: 2, output: 2 });
    late.tell({ input: 50, output: 50 });
    late.settle(false);
    assert.deepEqual(pluck(ledger.turn().rounds, 'input'), [1, 2]);
    assert.equal(ledger.spent().turn.input, 3);
  });

  const says = (text: string): ModelEvent => ({ type: 'text-delta', text });
  const settled = (events: readonly ModelEvent[], told: Usage, isWhole: boolean) => {
    const meter = createLedger({ model: free, before: noSpending }).ask(1, request);
    meter.tell(told);
    for (const event of events) meter.hear(event);
    return meter.settle(isWhole);
  };

  it('estimates what was not told, and nothing else', () => {
    const words = [says('one two three'), says(' four five')];
    assert.deepEqual(settled(words, { input: 9, output: 4 }, true), undefined);
    const { output = 0, ...rest } = settled(words, { input: 9 }, true) ?? {};
    assert.deepEqual(rest, { estimated: true });
    assert.ok(output >= 5 && output <= 8, `${output}`);
  });

  it('takes a figure that was told before most of a broken reply for its beginning', () => {
    const words = [says('one two three four five')];
    assert.ok((settled(words, { input: 9, output: 1 }, false)?.output ?? 0) >= 5);
    assert.equal(settled(words, { input: 9, output: 1 }, true), undefined);
  });

  it('keeps the figure of a broken reply that is no less than what was heard, and that of a whole one', () => {
    const words = [says('one two three four five')];
    assert.equal(settled(words, { input: 9, output: 50 }, false), undefined);
    assert.deepEqual(Object.keys(settled(words, { output: 50 }, false) ?? {}), ['input', 'estimated']);
    assert.deepEqual(Object.keys(settled(words, { output: 1 }, true) ?? {}), ['input', 'estimated']);
  });

  it('estimates nothing of what reads no tokens', () => {
    assert.equal(settled([says('By rule.')], { input: 0, output: 0 }, false), undefined);
  });

  it('asks nothing for a request that was refused at once', () => {
    assert.equal(settled([], {}, false), undefined);
    assert.equal(settled([], {}, true)?.estimated, true, 'an empty reply is a reply');
  });
});

describe('what was spent', () => {
  const usage = { input: 12_400, output: 90, cached: 6_200, reasoning: 30 };
  const told = spendingOf(usage, { input: 2, output: 10 });

  it('is said in a few words', () => {
    assert.equal(spendingText(told), '12.4k → 90 tokens, $0.0257');
    assert.equal(spendingText({ ...told, estimated: true }), '≈ 12.4k → 90 tokens, $0.0257');
    assert.equal(spendingText(spendingOf({ input: 9999, output: 1_500_000 })), '9999 → 1.50M tokens');
    assert.equal(spokenSpending({ ...told, estimated: true }), 'about 12,400 tokens in, 90 out, $0.0257');
  });

  it('is not said where nothing was spent, and no cost where it is free or not known', () => {
    assert.equal(spendingText(noSpending), '');
    assert.equal(spendingText(spendingOf({ input: 0, output: 0 }, { input: 0, output: 0 })), '');
    assert.doesNotMatch(spendingText(spendingOf({ input: 5, output: 5 }, { input: 0, output: 0 })), /\$/);
    assert.doesNotMatch(spendingText(spendingOf({ input: 5, output: 5 })), /\$/);
  });

  it('says that there is more where a part has no known price', () => {
    assert.match(spendingText(addSpending(told, spendingOf({ input: 1 }))), /\$0\.0257 and more$/);
  });

  it('is told in full, with where the figures come from', () => {
    assert.deepEqual(spendingFigures(told), [
      '1 request',
      '12,400 tokens in, 6,200 of them (50 %) from the cache',
      '90 tokens out, 30 for reasoning',
      '$0.0257',
      'Reported by the provider.',
    ]);
    const written = addSpending(told, spendingOf({ input: 12_400, written: 2_480 }));
    assert.equal(
      spendingFigures(written)[1],
      '24,800 tokens in, 6,200 of them (25 %) from the cache, 2,480 of them (10 %) written to the cache',
    );
    const mixed = addSpending(told, { ...spendingOf({ input: 1 }), estimated: true });
    assert.deepEqual(spendingFigures(mixed).slice(-2), [
      'The price of 1 request is not known.',
      'Some figures are estimated: the provider didn’t report all of them.',
    ]);
    assert.ok(spendingFigures(spendingOf({ input: 1 })).includes('The price is not known.'));
  });

  it('is never nothing where it costs a little', () => {
    const texts = ['less than $0.0001', '$0.0123', '$0.10', '$1234.50'];
    assert.deepEqual([0.000_01, 0.0123, 0.1, 1234.5].map(costText), texts);
  });
});
