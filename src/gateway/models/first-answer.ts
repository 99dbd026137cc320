import { ConverserError, fault } from '../../converser/ground/errors.ts';
import { isUnavailable } from '../../converser/words/models/fallback/model-failure.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { ModelFinder } from './find-model.ts';

export interface Answered<Answer> {
  readonly model: Model;
  readonly answer: Answer;
}

interface AskOptions {
  readonly models: Pick<ModelFinder, 'find' | 'fallbacks' | 'unknown'>;
  readonly signal: AbortSignal;
}

export async function firstAnswer<Answer>(
  name: string,
  { models, signal }: AskOptions,
  ask: (model: Model) => Promise<Answer>,
): Promise<Answered<Answer>> {
  const model = await models.find(name, signal);
  try {
    return { model, answer: await ask(model) };
  } catch (cause) {
    if (isUnknown(cause)) throw await models.unknown(name, signal);
    if (!isFailureOfModel(cause) || signal.aborted) throw cause;
    return await anyOf(await models.fallbacks(model, signal), { cause, signal }, ask);
  }
}

async function anyOf<Answer>(
  fallbacks: readonly Model[],
  { cause, signal }: { readonly cause: ConverserError; readonly signal: AbortSignal },
  ask: (model: Model) => Promise<Answer>,
): Promise<Answered<Answer>> {
  const reasons: string[] = [];
  for (const model of fallbacks) {
    try {
      return { model, answer: await ask(model) };
    } catch (another) {
      if (signal.aborted || !(another instanceof ConverserError)) throw another;
      reasons.push(another.message);
    }
  }
  throw reasons.length === 0 ? cause : withReasons(cause, reasons);
}

/** The client asked for the first model, so its failure decides what kind of failure this is. */
function withReasons(cause: ConverserError, reasons: readonly string[]): ConverserError {
  const message = `${cause.message} The fallbacks failed, too. ${reasons.join(' ')}`;
  return fault(cause.code, message, cause);
}

function isFailureOfModel(cause: unknown): cause is ConverserError {
  return cause instanceof ConverserError && isUnavailable(cause);
}

function isUnknown(cause: unknown): boolean {
  return cause instanceof ConverserError && cause.code === 'model-not-found';
}
