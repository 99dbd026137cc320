import { text } from '../../../converser/words/canister/content.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import { withContract } from '../../wrappers/contract/contract-model.ts';
import { failed, type Probe, passed } from '../probe.ts';
import { isCallFor, lookUp, roundTrip } from '../round-trip.ts';

export const native: Probe = {
  name: 'native',
  requests: 2,
  run: trial => roundTrip(trial.subject, trial),
};

export const parallel: Probe = {
  name: 'parallel',
  requests: 1,
  needs: { probe: 'native', otherwise: 'Skipped, because the model has no native tool calling.' },
  async run(trial) {
    const keys = [trial.nonce(), trial.nonce()];
    const question = trial.canister('user', [
      text(
        `Look up the keys ${keys.join(' and ')}. Neither needs the other, so call ${lookUp.name} twice, both times in this one reply.`,
      ),
    ]);
    const { calls } = await trial.ask(trial.subject, { canisters: [question], tools: [lookUp] });
    return keys.every(key => calls.some(call => isCallFor(call, key)))
      ? passed('The model made both calls in one reply.')
      : failed(`Asked for two calls in one reply, the model made ${calls.length === 1 ? 'one' : 'others'}.`);
  },
};

export const contract: Probe = {
  name: 'contract',
  requests: 4,
  run: trial => roundTrip(throughContract(trial.subject, false), trial),
};

/** `replySchema` says whether the model's server enforces a schema on it. */
export function throughContract(subject: Model, replySchema: boolean): Model {
  return withContract({
    ...subject,
    capabilities: { ...subject.capabilities, tools: 'none', replySchema },
  });
}
