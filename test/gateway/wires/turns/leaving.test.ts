import assert from 'node:assert/strict';
import { once } from 'node:events';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Model } from '../../../../src/converser/words/models/provider.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createScriptedModel } from '../../../fakes/scripted-model.ts';
import { openGateway } from '../../support/open-gateway.ts';

const turn = () => new Promise(resolve => setImmediate(resolve));

/** A model that talks for a moment and then calls a tool, which goes on until it is stopped. */
function createBusyModel() {
  const counts = { begun: 0, ended: 0 };
  const model: Model = {
    ...createScriptedModel(),
    async *reply() {
      for (let pieces = 3; pieces > 0; pieces -= 1) {
        yield { type: 'text-delta', text: 'and so on ' };
        await turn();
      }
      yield { type: 'invocation', name: 'work__wait', arguments: {} };
      yield { type: 'finish', reason: 'invocations' };
    },
  };
  const work = createFakeEnsemble('work', {
    async wait(_args, { signal }) {
      counts.begun += 1;
      if (!signal.aborted) await once(signal, 'abort');
      counts.ended += 1;
      throw new Error('Stopped.');
    },
  });
  return { model, counts, work };
}

describe('A client that leaves a turn that runs here', () => {
  it('leaves neither the turn nor its tool behind, wherever it does so', async () => {
    const { model, counts, work } = createBusyModel();
    await using gateway = await openGateway({ models: [model], ensembles: [work], limits: { running: 8 } });
    const random = xoroshiro128plus(20_261_123);
    const below = (bound: number) => uniformInt(random, 0, bound - 1);
    const leaveAnywhere = async () => {
      const leaving = new AbortController();
      const messages = [{ role: 'user', content: 'Talk.' }];
      const body = JSON.stringify({ model: 'model+work', messages, stream: below(2) === 0 });
      const init = { method: 'POST', body, signal: leaving.signal };
      const left = assert.rejects(
        gateway.ask('/v1/chat/completions', init).then(response => response.text()),
        { name: 'AbortError' },
      );
      for (let turns = below(300); turns > 0; turns -= 1) await turn();
      leaving.abort();
      await left;
    };
    for (let round = 0; round < 15; round += 1) await Promise.all(Array.from({ length: 20 }, leaveAnywhere));
    await gateway.untilRequests({ running: 0, waiting: 0 });
    while (counts.begun !== counts.ended) await turn();
    assert.ok(counts.begun > 20, String(counts.begun));
    while (gateway.clock.pending > 0) await turn();
    assert.ok(gateway.activity.requests.every(({ state }) => state !== 'running'));
    assert.deepEqual(gateway.logged, []);
  });
});
