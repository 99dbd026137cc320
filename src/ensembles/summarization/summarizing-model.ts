import type { Context } from '../../converser/ensemble/invoker.ts';
import { errors } from '../../converser/errors.ts';
import type { ModelBeside } from '../../converser/models/models-beside.ts';
import { knownText } from '../known-text.ts';

/** The user's choice, read at each call. */
export interface SummarySettings {
  /** `provider/id`, or the id of a model. Empty: the model of the conversation summarizes. */
  readonly model: () => string;
}

/** The model that summarizes in this call. Throws where there is none. */
export async function summarizingModel(
  { model }: SummarySettings,
  { models, signal }: Pick<Context, 'models' | 'signal'>,
): Promise<ModelBeside> {
  if (models === undefined) throw errors.notAvailable('a model to ask');
  const reference = model();
  if (reference === '' || models.find === undefined) return models.own;
  const found = await models.find(reference, signal);
  signal.throwIfAborted();
  if (found.kind === 'found') return found.model;
  throw errors.badArguments(
    `No model is called ${JSON.stringify(reference)}. The user can correct converser.summarization.model (in a terminal, --summary-model). ${knownText(found.known)}`,
  );
}

/** Tokens of text that one request may hold, by an estimate that may be a fifth too low. */
export function roomOf({ contextTokens }: ModelBeside): number {
  if (contextTokens === undefined) return ordinaryRoom;
  return Math.max(leastRoom, Math.min(mostRoom, Math.floor(contextTokens * 0.5)));
}

/** Fits into a window of 8,192 tokens, with the answer. */
const ordinaryRoom = 5_000;

/** Of more, models begin to miss some. */
const mostRoom = 16_000;

const leastRoom = 500;
