import { ConverserError, errors } from '../../../converser/errors.ts';
import type { Model, ModelEvent } from '../../../converser/models/provider.ts';

/**
 * The reply of a model, once it is known whether there is one: a failure before the first word can still be said by
 * the status of the response. Throws the failure.
 */
export async function begunReply(
  reply: AsyncIterable<ModelEvent>,
  { label }: Pick<Model, 'label'>,
): Promise<AsyncIterable<ModelEvent>> {
  const events = reply[Symbol.asyncIterator]();
  const held: ModelEvent[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw errors.modelFailed(label, 'its reply is empty.');
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

/** A failure as an exception, for replies that are sent only when they are whole. */
export async function* orThrow(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent, void> {
  for await (const event of events) {
    if (event.type === 'failure') throw new ConverserError(event.error);
    yield event;
  }
}
