import assert from 'node:assert/strict';
import { createPathQueue } from '../../../../src/ensembles/workspace/edit/path-queue.ts';

describe('the queue of paths', () => {
  const { signal } = new AbortController();

  function watched() {
    const inTurn = createPathQueue();
    const log: string[] = [];
    const work = (name: string) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      return {
        end: resolve,
        run: async () => {
          log.push(`${name} begins`);
          await promise;
          log.push(`${name} ends`);
        },
      };
    };
    return { inTurn, log, work };
  }

  it('lets work at one place, or in a folder around it, take turns', async () => {
    const { inTurn, log, work } = watched();
    const [first, second, third] = [work('file'), work('folder'), work('other file')];
    const all = [
      inTurn(['/a/x'], first.run, signal),
      inTurn(['/a'], second.run, signal),
      inTurn(['/a/y'], third.run, signal),
    ];
    third.end();
    second.end();
    first.end();
    await Promise.all(all);
    const inOrder = ['file', 'folder', 'other file'].flatMap(name => [`${name} begins`, `${name} ends`]);
    assert.deepEqual(log, inOrder);
  });

  it('lets work at other places run meanwhile', async () => {
    const { inTurn, log, work } = watched();
    const [first, second] = [work('a'), work('ab')];
    const waiting = inTurn(['/a'], first.run, signal);
    second.end();
    await inTurn(['/ab'], second.run, signal);
    first.end();
    await waiting;
    assert.deepEqual(log, ['a begins', 'ab begins', 'ab ends', 'a ends']);
  });

  it('goes on after work that failed, and leaves out what was stopped meanwhile', async () => {
    const inTurn = createPathQueue();
    const stop = new AbortController();
    const failing = inTurn(['/a'], () => Promise.reject(new Error('failed')), signal);
    const stopped = inTurn(['/a'], async () => 'never', stop.signal);
    const last = inTurn(['/a'], async () => 'done', signal);
    stop.abort();
    await assert.rejects(failing, /failed/);
    await assert.rejects(stopped, { name: 'AbortError' });
    assert.equal(await last, 'done');
  });
});
