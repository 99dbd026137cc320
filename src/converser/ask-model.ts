import type { OpaqueContent } from './content.ts';
import type { ConverseEvent } from './converse-event.ts';
import { type ErrorData, errorData, errors, reasonOf } from './errors.ts';
import type { FinishReason, Model, ModelEvent, ModelRequest } from './provider.ts';
import { untilAborted } from './until-aborted.ts';

/** All of one reply, once it has ended. */
export interface Reply {
  readonly text: string;
  readonly opaque: readonly OpaqueContent[];
  readonly invocations: readonly WrittenInvocation[];
  readonly reason: FinishReason;
  /** Why there is no whole reply. */
  readonly error?: ErrorData;
}

/** An invocation as the model wrote it. */
export type WrittenInvocation = Pick<Extract<ModelEvent, { type: 'invocation' }>, 'name' | 'arguments'>;

/** Passes on what a model says while it says it, and returns the reply as a whole. */
export async function* askModel(
  model: Model,
  request: ModelRequest,
  { round, signal }: { readonly round: number; readonly signal: AbortSignal },
): AsyncGenerator<ConverseEvent, Reply> {
  const pieces: string[] = [];
  const opaque: OpaqueContent[] = [];
  const invocations: WrittenInvocation[] = [];
  const whole = (reason: FinishReason, error?: ErrorData): Reply => ({
    text: pieces.join(''),
    opaque,
    invocations,
    reason,
    ...(error === undefined ? {} : { error }),
  });

  const broken = (reason: string, cause?: unknown): ErrorData =>
    errorData(signal.aborted ? errors.cancelled() : errors.modelFailed(model.label, reason, cause));

  try {
    for await (const event of untilAborted(model.reply(request, signal), signal)) {
      switch (event.type) {
        case 'text-delta':
          pieces.push(event.text);
          yield event;
          break;
        case 'reasoning-delta':
        case 'notice':
          yield event;
          break;
        case 'invocation':
          invocations.push(event);
          break;
        case 'opaque':
          opaque.push(event.content);
          break;
        case 'usage':
          yield { type: 'usage', round, usage: event.usage };
          break;
        case 'finish':
          yield* explain(event.reason, model);
          return whole(event.reason);
        case 'failure':
          return whole('stop', event.error);
      }
    }
  } catch (cause) {
    return whole('stop', broken(reasonOf(cause), cause));
  }
  return whole('stop', broken('its reply broke off.'));
}

function* explain(reason: FinishReason, model: Model): Generator<ConverseEvent, void> {
  if (reason === 'length')
    yield {
      type: 'notice',
      message: `${model.label} stopped at its limit of length.`,
    };
  if (reason === 'refusal') yield { type: 'notice', message: `${model.label} refused to go on.` };
}
