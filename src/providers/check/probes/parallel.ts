import { text } from '../../../converser/canister/content.ts';
import { failed, type Probe, passed } from '../probe.ts';
import { isCallFor, lookUp } from '../round-trip.ts';

/** Two calls in one reply. */
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
