import type { Model } from '../../../converser/models/provider.ts';
import { withContract } from '../../wrappers/contract/contract-model.ts';
import type { Probe } from '../probe.ts';
import { roundTrip } from '../round-trip.ts';

/** Calls as text, with nothing to hold the model to it. */
export const contract: Probe = {
  name: 'contract',
  requests: 4,
  run: trial => roundTrip(throughContract(trial.subject, false), trial),
};

/** The model as one that only writes text, which its server may hold to a schema. */
export function throughContract(subject: Model, replySchema: boolean): Model {
  return withContract({
    ...subject,
    capabilities: { ...subject.capabilities, tools: 'none', replySchema },
  });
}
