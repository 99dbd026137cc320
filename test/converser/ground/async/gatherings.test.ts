import assert from 'node:assert/strict';
import { createGatherings } from '../../../../src/converser/ground/async/gatherings.ts';

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
    await assert.rejects(
      enter('g').open(() => Promise.reject(new Error('no'))),
      /no/,
    );
  });
});
