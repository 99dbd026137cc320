import assert from 'node:assert/strict';
import { errorData, errors } from '../../../src/converser/ground/errors.ts';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { createBreaker } from '../../../src/providers/wrappers/resilience/model-breaker.ts';
import { resilient } from '../../../src/providers/wrappers/resilience/resilient.ts';
import { createFakeClock } from '../../fakes/fake-host.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { openGateway } from '../support/open-gateway.ts';

/** A model whose server is down, with the retries that models of providers have. Waiting moves its own clock. */
function createUnreachable() {
  const clock = createFakeClock();
  const failure = { type: 'failure', error: errorData(errors.modelUnreachable('X', 'refused')) } as const;
  const down: Model = {
    ...createScriptedModel(),
    async *reply() {
      yield failure;
    },
  };
  const waiting = { ...clock, sleep: (ms: number) => clock.advance(ms) };
  const model = resilient(down, { clock: waiting, random: () => 0.7, breaker: createBreaker({ clock }) });
  return { model, clock };
}

const wires = [
  ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Hello' }] }],
  ['/v1/responses', { input: 'Hello' }],
  ['/v1/messages', { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 10 }],
] as const;

describe('A model that can’t be reached', () => {
  for (const [path, asked] of wires)
    for (const stream of [true, false]) {
      const body = JSON.stringify({ model: 'scripted/model', stream, ...asked });

      it(`gives way to a fallback within two seconds (${path}, ${stream ? 'stream' : 'whole'})`, async () => {
        const { model, clock } = createUnreachable();
        const spare = { ...createScriptedModel(says('I am the spare one.')), id: 'spare' };
        const chains = { '*': ['scripted/spare'] };
        await using gateway = await openGateway({ models: [model, spare], choices: () => ({ chains }) });
        const response = await gateway.ask(path, { method: 'POST', body });
        assert.equal(response.headers.get('x-converser-model'), 'scripted/spare');
        assert.match(await response.text(), /spare one/);
        assert.ok(clock.monotonic() > 0, 'It was not tried again.');
        assert.ok(clock.monotonic() <= 2_000, `${clock.monotonic()} ms`);
      });

      it(`is soon said to be so, and when to try again (${path}, ${stream ? 'stream' : 'whole'})`, async () => {
        const { model, clock } = createUnreachable();
        await using gateway = await openGateway({ models: [model] });
        const response = await gateway.ask(path, { method: 'POST', body });
        assert.deepEqual([response.status, response.headers.get('retry-after')], [502, '3']);
        assert.match(await response.text(), /X can’t be reached/);
        assert.ok(clock.monotonic() <= 2_000, `${clock.monotonic()} ms`);
      });
    }
});
