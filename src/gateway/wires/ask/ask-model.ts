import type { InGroups } from '../../../converser/ground/async/in-groups.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../converser/words/models/provider.ts';
import { heldReply } from '../held/held-reply.ts';
import { begunReply } from './begun-reply.ts';
import { checkWindow } from './check-window.ts';
import { withoutRestarts } from './without-restarts.ts';

/** In milliseconds, for asking a provider again. Programs try again themselves, and fallbacks should come soon. */
const patience = 2_000;

export async function askModel(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<InGroups<ModelEvent>> {
  await checkWindow(model, request, signal);
  return begunReply(withoutRestarts(heldReply(model, { ...request, patience }, signal), signal), model);
}
