import assert from 'node:assert/strict';
import { serial } from '../../../../src/converser/ground/async/serial.ts';

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
