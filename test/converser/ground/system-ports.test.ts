import assert from 'node:assert/strict';
import { createRandomIds, createSystemClock } from '../../../src/converser/ground/system-ports.ts';

describe('the system host', () => {
  it('hands out ids that every wire takes and that never repeat', () => {
    const ids = createRandomIds();
    const many = Array.from({ length: 1000 }, () => ids.next('a-prefix-that-is-much-too-long-for-an-id'));
    assert.equal(new Set(many).size, many.length);
    for (const id of many) assert.match(id, /^[A-Za-z0-9_-]{1,64}$/);
  });

  it('sleeps until the time is over', async () => {
    const clock = createSystemClock();
    const start = clock.monotonic();
    await clock.sleep(20, new AbortController().signal);
    assert.ok(clock.monotonic() - start >= 19);
  });

  it('calls when the time is over, and not what was called off', async () => {
    const clock = createSystemClock();
    const start = clock.monotonic();
    clock.after(5, () => assert.fail('This was called off.'))();
    await new Promise<void>(resolve => clock.after(20, resolve));
    assert.ok(clock.monotonic() - start >= 19);
  });

  it('wakes as soon as the signal aborts', async () => {
    const stop = new AbortController();
    const sleeping = createSystemClock().sleep(60_000, stop.signal);
    stop.abort();
    await sleeping;
    await createSystemClock().sleep(60_000, stop.signal);
  });
});
