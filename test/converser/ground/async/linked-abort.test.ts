import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { stopWith } from '../../../../src/converser/ground/async/linked-abort.ts';

describe('a controller that stops with a signal', () => {
  it('aborts when the signal does, with its reason', () => {
    const outer = new AbortController();
    const { controller } = stopWith(outer.signal);
    outer.abort('why');
    assert.equal(controller.signal.reason, 'why');
  });

  it('is aborted when the signal was before', () => {
    assert.ok(stopWith(AbortSignal.abort()).controller.signal.aborted);
  });

  it('leaves the signal alone when it aborts by itself', () => {
    const outer = new AbortController();
    stopWith(outer.signal).controller.abort();
    assert.ok(!outer.signal.aborted);
  });

  it('leaves nothing behind at the signal when it is released', () => {
    const outer = new AbortController();
    const { controller, release } = stopWith(outer.signal);
    release();
    assert.deepEqual(getEventListeners(outer.signal, 'abort'), []);
    outer.abort();
    assert.ok(!controller.signal.aborted);
  });
});
