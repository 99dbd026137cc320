import { ConverserError, type ErrorData, errorData, errors } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import { textOf } from '../../../converser/words/canister/content.ts';
import type {
  ConverseEvent,
  RoundRestart,
  TurnEnd,
} from '../../../converser/words/conversation/converse-event.ts';
import type { FinishReason, ModelEvent } from '../../../converser/words/models/provider.ts';
import type { TurnSpending } from '../../../converser/words/spending/spending.ts';
import { Refused, refusals } from '../../refusal.ts';
import { whyStopped } from '../ask/why-stopped.ts';

export interface TurnReplyOptions {
  /** `as-it-comes` also sends what the model says before its calls, as it isn't known that calls follow. */
  readonly words: 'as-it-comes' | 'final';
  /** Throws failures: the reply is sent only when it is whole, so a failure can be its status. */
  readonly isWhole: boolean;
  readonly signal: AbortSignal;
  readonly onAnswer: (end: TurnEnd, sent: string) => void;
}

/** Makes a turn one reply of a model. Throws why there is none if it ends before the model has said or called anything. */
export async function turnReply(
  events: AsyncIterable<ConverseEvent>,
  options: TurnReplyOptions,
): Promise<AsyncIterable<ModelEvent>> {
  const turn = events[Symbol.asyncIterator]();
  const first = await firstOf(turn);
  if (first.type !== 'turn-end' || first.outcome === 'final') return written(turn, first, options);
  await turn.return?.();
  throw new ConverserError(whyEnded(first, options.signal));
}

async function firstOf(turn: AsyncIterator<ConverseEvent>): Promise<ConverseEvent> {
  for (;;) {
    const { value: event } = await turn.next();
    if (event === undefined) throw errors.internal('The turn did not end.');
    if (isBegun(event)) return event;
  }
}

/** From here on, no other model may take over: something was said, or done. */
function isBegun({ type }: ConverseEvent): boolean {
  return (
    type === 'text-delta' || type === 'reasoning-delta' || type === 'invocation-start' || type === 'turn-end'
  );
}

async function* written(
  turn: AsyncIterator<ConverseEvent>,
  first: ConverseEvent,
  { words, isWhole, signal, onAnswer }: TurnReplyOptions,
): AsyncGenerator<ModelEvent, void> {
  const speech = createSpeech(words === 'final');
  let hasActed = false;
  const fail = (error: ErrorData): ModelEvent => {
    if (!isWhole) return { type: 'failure', error };
    throw new Refused({ ...refusals.ofData(error), ...(hasActed && { isFinal: true }) });
  };
  try {
    for (
      let event: ConverseEvent | undefined = first;
      event;
      event = (await turn.next()).value ?? undefined
    ) {
      if (event.type === 'turn-end') {
        yield* speech.end(event);
        if (event.outcome === 'final') onAnswer(event, speech.sent);
        if (event.spending !== undefined) yield usageOf(event.spending);
        return yield event.outcome === 'final' ? finish(speech.reason) : fail(whyEnded(event, signal));
      }
      if (event.type === 'round-restart' && speech.isUnderWay) return yield fail(takenBack(event));
      hasActed ||= event.type === 'invocation-start';
      yield* speech.hear(event);
    }
  } finally {
    await turn.return?.();
  }
}

function createSpeech(isHeld: boolean) {
  let sent = '';
  let said = '';
  let reason: FinishReason = 'stop';
  const send = (text: string): ModelEvent => {
    sent += text;
    return { type: 'text-delta', text };
  };
  return {
    get sent() {
      return sent;
    },
    get reason() {
      return reason;
    },
    get isUnderWay() {
      return !isHeld && said !== '';
    },
    *hear(event: ConverseEvent): Generator<ModelEvent, void> {
      if (event.type === 'round-start') said = '';
      if (event.type === 'round-end') reason = event.reason;
      if (event.type === 'reasoning-delta') yield event;
      if (event.type !== 'text-delta' || event.text === '' || isHeld) return;
      // The words of two rounds are two paragraphs.
      if (said === '' && sent !== '') yield send('\n\n');
      said += event.text;
      yield send(event.text);
    },
    *end({ canisters }: TurnEnd): Generator<ModelEvent, void> {
      const last = canisters.findLast(({ role }) => role === 'assistant');
      if (isHeld && last !== undefined) yield send(textOf(last.content));
    },
  };
}

/** Unconfirmed calls are words. */
function finish(reason: FinishReason): ModelEvent {
  return { type: 'finish', reason: reason === 'invocations' ? 'stop' : reason };
}

function usageOf({
  input,
  output,
  cached,
  written,
  reasoning,
  requests,
  estimated,
}: TurnSpending): ModelEvent {
  return {
    type: 'usage',
    usage: defined({ input, output, cached, written, reasoning, requests, estimated }),
  };
}

function whyEnded({ error, outcome }: TurnEnd, signal: AbortSignal): ErrorData {
  if (error !== undefined && outcome !== 'stopped') return error;
  return whyStopped(signal) ?? errorData(errors.cancelled());
}

function takenBack({ message, error }: RoundRestart): ErrorData {
  return error ?? { code: 'model-failed', message, retryable: true };
}
