import { errorData, errors } from '../../../../src/converser/ground/errors.ts';
import type { Model } from '../../../../src/converser/words/models/provider.ts';
import { createRehearsalProvider } from '../../../../src/providers/rehearsal/rehearsal-model.ts';
import { createBreaker } from '../../../../src/providers/wrappers/resilience/model-breaker.ts';
import { resilient } from '../../../../src/providers/wrappers/resilience/resilient.ts';
import { describeProviderContract } from '../../../contracts/provider-contract.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import { firstOf } from '../../at-servers.ts';
import { rehearsalPrompts } from '../../rehearsal/contract-prompts.ts';

const clock = { ...createFakeClock(), sleep: async () => {} };

for (const failures of [0, 2]) {
  describeProviderContract(`A resilient model that fails ${failures} times first`, async scenario => {
    const rehearsal = await firstOf(createRehearsalProvider());
    const options = { clock, breaker: createBreaker({ clock }), random: () => 1 };
    const model = resilient(failing(rehearsal, failures), options);
    return { model, prompt: rehearsalPrompts[scenario] };
  });
}

/** The model, of which the first requests of each subject find nobody there. */
function failing(model: Model, times: number): Model {
  let left = times;
  return {
    ...model,
    async *reply(request, signal) {
      if (left-- <= 0 || signal.aborted) return yield* model.reply(request, signal);
      yield { type: 'failure', error: errorData(errors.modelUnreachable(model.label, 'nobody is there')) };
    },
  };
}
