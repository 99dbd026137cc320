import { aborted, orAborted } from '../../converser/async/abort.ts';
import { errors } from '../../converser/errors.ts';
import type { ModelRoster } from '../../converser/models/model-roster.ts';
import type { Model } from '../../converser/models/provider.ts';
import { readSettings } from '../window/settings.ts';

/** What answers when nothing else is chosen: it needs no account, no key and no network. */
export const rehearsalReference = 'rehearsal/rehearsal';

/** The model of the setting, or Rehearsal. Throws `model-not-found` when the setting names one that is gone. */
export async function chosenModel(models: ModelRoster, signal: AbortSignal): Promise<Model> {
  const reference = readSettings.model();
  const model = await find(models, reference === '' ? rehearsalReference : reference, signal);
  if (model === undefined) throw reference === '' ? errors.noModel() : errors.modelNotFound(reference);
  return model;
}

/** The id of the server whose model is chosen. */
export function chosenServer(): string {
  return readSettings.model().split('/', 1)[0] ?? '';
}

/** The model that goes by rules, for what a person asks to be invoked by name. */
export async function rehearsalModel(models: ModelRoster, signal: AbortSignal): Promise<Model> {
  const model = await find(models, rehearsalReference, signal);
  if (model === undefined) throw errors.noModel();
  return model;
}

/** Nobody waits for a provider that does not heed the signal. */
async function find(models: ModelRoster, reference: string, signal: AbortSignal): Promise<Model | undefined> {
  const model = await orAborted(models.find(reference, signal), signal);
  if (model !== aborted) return model;
  const isLate = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  throw isLate ? errors.modelUnreachable(reference, 'It was not found in time.') : errors.cancelled();
}
