import { text } from '../../../converser/canister/content.ts';
import { failed, type Probe, passed } from '../probe.ts';
import { isCallFor, lookUp } from '../round-trip.ts';

/** Two calls in one reply. */
export const parallel: Probe = {
  name: 'parallel',
  requests: 1,
  needs: { probe: 'native', otherwise: 'Left out, because it makes no calls of its own.' },
  async run(trial) {
    const keys = [trial.nonce(), trial.nonce()];
    const question = trial.canister('user', [
      text(
        `Look up the keys ${keys.join(' and ')}. Neither needs the other, so call ${lookUp.name} twice, both times in this one reply.`,
      ),
    ]);
    const { calls } = await trial.ask(trial.subject, { canisters: [question], tools: [lookUp] });
    return keys.every(key => calls.some(call => isCallFor(call, key)))
      ? passed('It made both calls in one reply.')
      : failed(
          `Of two calls that were asked for, ${calls.length === 1 ? 'one' : 'not both'} came in one reply.`,
        );
  },
};
