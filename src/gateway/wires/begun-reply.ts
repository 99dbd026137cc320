import { ConverserError, errors } from '../../converser/errors.ts';
import type { Model, ModelEvent, ModelRequest } from '../../converser/models/provider.ts';

/**
 * The reply of a model, once it is known whether there is one: a failure before the first word can still be said by
 * the status of the response. Throws the failure.
 */
export async function begunReply(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<ModelEvent>> {
  const events = withoutRestarts(model.reply(request, signal))[Symbol.asyncIterator]();
  const held: ModelEvent[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw errors.modelFailed(model.label, 'its reply is empty.');
    if (value.type === 'failure') throw new ConverserError(value.error);
    held.push(value);
    if (value.type !== 'usage' && value.type !== 'notice') return goOn(held, events);
  }
}

async function* goOn(
  held: readonly ModelEvent[],
  events: AsyncIterator<ModelEvent>,
): AsyncGenerator<ModelEvent, void> {
  try {
    yield* held;
    for (let next = await events.next(); !next.done; next = await events.next()) yield next.value;
  } finally {
    await events.return?.();
  }
}

/** A reply that begins anew after its first word cannot be taken back from a client, so it fails. */
async function* withoutRestarts(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent, void> {
  let hasSpoken = false;
  for await (const event of events) {
    if (event.type !== 'restart') {
      hasSpoken ||= event.type !== 'usage' && event.type !== 'notice';
      yield event;
      continue;
    }
    if (!hasSpoken) continue;
    const error = { code: 'model-failed', message: event.message, retryable: true } as const;
    return yield { type: 'failure', error };
  }
}
