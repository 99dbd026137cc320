import assert from 'node:assert/strict';
import { atMost } from '../../../../src/converser/ground/async/at-most.ts';
import { createGatherings } from '../../../../src/converser/ground/async/gatherings.ts';
import { serial } from '../../../../src/converser/ground/async/serial.ts';

describe('at most so many at a time', () => {
  it('run in the order of the calls, and the next as soon as one is done or has failed', async () => {
    const inTurn = atMost(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map(at =>
      inTurn(async () => {
        begun.push(at);
        await new Promise<void>(resolve => {
          ends[at] = resolve;
        });
        if (at === 1) throw new Error('failed');
        return at;
      }),
    );
    const settled = Promise.allSettled(all);
    await new Promise(setImmediate);
    assert.deepEqual(begun, [0, 1]);
    ends[1]?.();
    await new Promise(setImmediate);
    assert.deepEqual(begun, [0, 1, 2]);
    ends[0]?.();
    await new Promise(setImmediate);
    assert.deepEqual(begun, [0, 1, 2, 3]);
    for (const end of ends) end();
    const outcomes = (await settled).map(each => (each.status === 'fulfilled' ? each.value : 'failed'));
    assert.deepEqual(outcomes, [0, 'failed', 2, 3]);
  });

  it('leave no place to one that comes later', async () => {
    const inTurn = atMost(1);
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
    };
    const first = inTurn(work);
    const second = inTurn(work);
    await first;
    await Promise.all([second, inTurn(work), inTurn(work)]);
    assert.equal(most, 1);
  });
});

describe('serial', () => {
  it('begins each piece of work once the one before it has ended', async () => {
    const one = serial();
    const seen: string[] = [];
    const first = Promise.withResolvers<void>();
    const done = [
      one(async () => {
        seen.push('first begins');
        await first.promise;
        seen.push('first ends');
      }),
      one(() => seen.push('second')),
    ];
    await Promise.resolve();
    first.resolve();
    await Promise.all(done);
    assert.deepEqual(seen, ['first begins', 'first ends', 'second']);
  });

  it('goes on after a failure, which only its own caller sees', async () => {
    const one = serial();
    const failed = one(async () => {
      throw new Error('broken');
    });
    const second = one(() => 2);
    await assert.rejects(failed, /broken/);
    assert.equal(await second, 2);
  });
});

function setUp() {
  const enter = createGatherings();
  const begun: string[] = [];
  const work = (name: string) => async () => void begun.push(name);
  return { enter, begun, work };
}

describe('a gathering', () => {
  it('begins when all are ready or gone, in the order of their places', () => {
    const { enter, begun, work } = setUp();
    const [a, b, c] = [enter('g'), enter('g'), enter('g')];
    void c.open(work('c'));
    void a.open(work('a'));
    assert.deepEqual(begun, []);
    b.leave();
    assert.deepEqual(begun, ['a', 'c']);
  });

  it('waits for no other group, and for none that comes after the first is ready', () => {
    const { enter, begun, work } = setUp();
    const [a, b, other] = [enter('g'), enter('g'), enter('h')];
    void other.open(work('other'));
    assert.deepEqual(begun, ['other']);
    void a.open(work('a'));
    const late = enter('g');
    void b.open(work('b'));
    assert.deepEqual(begun, ['other', 'a', 'b']);
    void late.open(work('late'));
    assert.deepEqual(begun, ['other', 'a', 'b', 'late']);
  });

  it('keeps the order of gatherings, too', () => {
    const { enter, begun, work } = setUp();
    const [a, b] = [enter('g'), enter('g')];
    void a.open(work('a'));
    const late = enter('g');
    void late.open(work('late'));
    assert.deepEqual(begun, []);
    b.leave();
    assert.deepEqual(begun, ['a', 'late']);
  });

  it('begins nothing for a place that was left while it waited, and begins again at once', async () => {
    const { enter, begun, work } = setUp();
    const [a, b] = [enter('g'), enter('g')];
    void a.open(work('a'));
    a.leave();
    await b.open(work('b'));
    b.leave();
    await b.open(work('b again'));
    assert.deepEqual(begun, ['b', 'b again']);
  });

  it('gives what the work gives', async () => {
    const { enter } = setUp();
    assert.equal(await enter('g').open(async () => 7), 7);
    const failing = enter('g').open(() => Promise.reject(new Error('no')));
    await assert.rejects(failing, /no/);
  });
});
