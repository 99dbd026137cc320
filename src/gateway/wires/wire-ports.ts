import type { Host } from '../../converser/ground/host.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import type { Activity } from '../activity.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { ClientModels } from '../guard/client-models.ts';
import type { ModelFinder } from '../models/find-model.ts';

export interface WirePorts {
  readonly finderFor: (models: ClientModels) => ModelFinder;
  readonly host: Host;
  readonly roster: EnsembleRoster;
  readonly activity: Activity;
  readonly conversations: Conversations;
}
