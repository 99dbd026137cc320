import type { Host } from '../../converser/host.ts';
import type { Activity } from '../activity/activity.ts';
import type { ClientModels } from '../guard/client-models.ts';
import type { ModelFinder } from '../models/find-model.ts';

export interface WirePorts {
  /** Finds among the models of one client. */
  readonly finderFor: (models: ClientModels) => ModelFinder;
  readonly host: Host;
  readonly activity: Activity;
  /** Aborts when the gateway closes. */
  readonly closing: AbortSignal;
}
