import assert from 'node:assert/strict';
import { joinOpening } from '../../../src/gateway/wires/join-opening.ts';

const all = <T>(groups: AsyncIterable<readonly T[]>) =>
  Array.fromAsync({ [Symbol.asyncIterator]: () => joinOpening(groups) });

describe('the opening of a reply', () => {
  it('is one group with its first words, if both are there', async () => {
    async function* groups() {
      yield [1];
      yield [2, 3];
      yield [4];
      yield [5];
    }
    assert.deepEqual(await all(groups()), [[1, 2, 3], [4], [5]]);
  });

  it('does not wait for words that are not there yet, and loses none', async () => {
    const { promise: said, resolve: say } = Promise.withResolvers<void>();
    async function* groups() {
      yield [1];
      await said;
      yield [2];
      yield [3];
    }
    const joined = joinOpening(groups());
    assert.deepEqual(await joined.next(), { value: [1], done: false });
    const second = joined.next();
    say();
    assert.deepEqual(await second, { value: [2], done: false });
    assert.deepEqual(await joined.next(), { value: [3], done: false });
    assert.deepEqual(await joined.next(), { value: undefined, done: true });
  });

  it('comes also where nothing follows, or a failure does', async () => {
    async function* short(cause?: Error) {
      yield [1];
      if (cause !== undefined) throw cause;
    }
    assert.deepEqual(await all(short()), [[1]]);
    assert.deepEqual(await all((async function* () {})()), []);
    await assert.rejects(all(short(new Error('Broken off.'))), /Broken off/);
  });

  it('ends the source when its reader leaves, and is no failure that nobody hears of', async () => {
    let left = false;
    const { promise: never, reject: fail } = Promise.withResolvers<never>();
    const answers = [Promise.resolve({ value: [1], done: false as const }), never];
    const next = () => answers.shift() ?? assert.fail('It was read on.');
    const leave = async () => {
      left = true;
      fail(new Error('Left.'));
      return { value: undefined, done: true as const };
    };
    const joined = joinOpening({ [Symbol.asyncIterator]: () => ({ next, return: leave }) });
    assert.deepEqual(await joined.next(), { value: [1], done: false });
    await joined.return?.();
    assert.equal(left, true);
    // Mocha fails a test after which a rejection was heard by nobody.
    await new Promise(resolve => setImmediate(resolve));
  });
});
