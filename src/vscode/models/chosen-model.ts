import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { errors } from '../../converser/ground/errors.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { settings } from '../common/vscode-settings.ts';

/** The default model needs no account, key or network. */
export const rehearsalReference = 'rehearsal/rehearsal';

/** Throws `model-not-found` if the model in the settings is gone. */
export async function chosenModel(models: ModelRoster, signal: AbortSignal): Promise<Model> {
  const reference = settings.model;
  const model = await find(models, reference === '' ? rehearsalReference : reference, signal);
  if (model === undefined) throw reference === '' ? errors.noModel() : errors.modelNotFound(reference);
  return model;
}

export function chosenServer(): string {
  return settings.model.split('/', 1)[0] ?? '';
}

export async function rehearsalModel(models: ModelRoster, signal: AbortSignal): Promise<Model> {
  const model = await find(models, rehearsalReference, signal);
  if (model === undefined) throw errors.noModel();
  return model;
}

/** Stops waiting once the signal aborts, even if a provider ignores it. */
async function find(models: ModelRoster, reference: string, signal: AbortSignal): Promise<Model | undefined> {
  const model = await orAborted(models.find(reference, signal), signal);
  if (model !== aborted) return model;
  const isLate = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  throw isLate ? errors.modelUnreachable(reference, 'It was not listed in time.') : errors.cancelled();
}
