import assert from 'node:assert/strict';
import { listeners } from '../../../../src/converser/ground/async/listeners.ts';
import type { EnsembleList } from '../../../../src/converser/words/ensemble/library.ts';
import { brieflyKnown } from '../../../../src/ensembles/mcp/ensemble/briefly-known.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import { never } from '../servers.ts';

describe('a list of an MCP server', () => {
  it('is remembered briefly, and read again after changes and failures', async () => {
    const clock = createFakeClock();
    const changes = listeners<EnsembleList>();
    let asked = 0;
    let answer: () => Promise<readonly string[]> = async () => ['greet'];
    const list = brieflyKnown(
      () => {
        asked++;
        return answer();
      },
      { clock, onDidChangeList: changes.listen },
    );
    await list(never());
    await list(never());
    assert.equal(asked, 1);
    changes.fire('prompts');
    await list(never());
    assert.equal(asked, 2);
    await clock.advance(60_000);
    answer = () => Promise.reject(new Error('gone'));
    await assert.rejects(list(never()), /gone/);
    answer = async () => [];
    assert.deepEqual(await list(never()), []);
    assert.equal(asked, 4);
  });

  it('remains for the others when one who waits for it leaves, as after more typing', async () => {
    const asked: AbortSignal[] = [];
    const answer = Promise.withResolvers<readonly string[]>();
    const list = brieflyKnown(
      signal => {
        asked.push(signal);
        signal.addEventListener('abort', () => answer.reject(signal.reason));
        return answer.promise;
      },
      { clock: createFakeClock(), onDidChangeList: listeners<EnsembleList>().listen },
    );
    const typed = new AbortController();
    const first = list(typed.signal);
    const second = list(never());
    typed.abort();
    await assert.rejects(first, { code: 'cancelled' });
    answer.resolve(['greet']);
    assert.deepEqual(await second, ['greet']);
    assert.equal(asked.length, 1);
  });
});
