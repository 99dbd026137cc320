import { createEventQueue } from '../async/event-queue.ts';
import { stopWith } from '../async/linked-abort.ts';
import type { Turn } from '../conversation/conversation.ts';
import type { ConverseEvent } from '../conversation/converse-event.ts';
import { fullName } from '../ensemble/invoker.ts';
import { type ErrorData, errorData, errors } from '../errors.ts';
import type { InvocationsProcessor, Processed } from '../invocation/invocations-processor.ts';
import type { PreparedCall } from '../invocation/prepare-call.ts';
import type { Clock } from '../ports.ts';

export interface InvokeOptions {
  readonly processor: InvocationsProcessor;
  readonly turn: Turn;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/**
 * Runs the invocations of one round at the same time. Their events come as they happen; their results join the
 * turn in the order of the invocations. A failure that ends the turn stops the others too.
 */
export async function* invokeRound(
  calls: readonly PreparedCall[],
  { processor, turn, signal, clock }: InvokeOptions,
): AsyncGenerator<readonly ConverseEvent[], { readonly aborted?: ErrorData }> {
  const invocations = calls.map(({ invocation }) => invocation);
  turn.append(...invocations);
  yield invocations.map(canister => ({ type: 'invocation-start', canister }));

  const queue = createEventQueue<ConverseEvent>();
  const { controller: stop, release } = stopWith(signal);
  const process = async (call: PreparedCall): Promise<Processed> => {
    const start = clock.monotonic();
    let ended = false;
    const processed = await processor.process(call, {
      signal: stop.signal,
      // A tool that was left behind may still tell how far it is.
      onProgress: event => ended || queue.push(event),
    });
    ended = true;
    queue.push({ type: 'invocation-end', canister: processed.result, duration: clock.monotonic() - start });
    if (processed.abortsTurn) stop.abort();
    return processed;
  };
  const all = Promise.all(calls.map(process)).finally(() => {
    release();
    queue.end();
  });
  yield* queue.groups;
  const processed = await all;
  turn.append(...processed.map(({ result }) => result));

  const aborting = processed.findIndex(({ abortsTurn }) => abortsTurn);
  const invocation = invocations[aborting];
  if (invocation === undefined) return {};
  const reason = processed[aborting]?.result.failure?.message ?? '';
  return { aborted: errorData(errors.invocationAborted(fullName(invocation), reason)) };
}
