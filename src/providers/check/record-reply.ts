import { untilAborted } from '../../converser/ground/async/flow.ts';
import { type ErrorData, errorData, errors, reasonOf } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Clock } from '../../converser/ground/ports.ts';
import { createReplyCollector } from '../../converser/turn/reply/collect-reply.ts';
import type { Content } from '../../converser/words/canister/content.ts';
import type {
  Model,
  ModelEvent,
  ModelRequest,
  Usage,
  WrittenInvocation,
} from '../../converser/words/models/provider.ts';

export interface Heard {
  readonly said: string;
  readonly content: readonly Content[];
  readonly calls: readonly WrittenInvocation[];
  readonly usage: Usage;
  readonly arrivals: readonly number[];
  readonly firstByte?: number;
  readonly error?: ErrorData;
}

/** Characters, about 2,000 tokens. A longer reply does not answer the question. */
export const longestReply = 8000;

export async function hear(
  model: Model,
  request: ModelRequest,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Heard> {
  const start = clock.monotonic();
  const recorder = createRecorder(() => clock.monotonic() - start);
  try {
    for await (const event of untilAborted(model.reply(request, signal), signal)) {
      if (event.type === 'failure') return recorder.all(event.error);
      recorder.take(event);
      if (event.type === 'finish' || recorder.length() > longestReply) return recorder.all();
    }
  } catch (cause) {
    return recorder.all(errorData(errors.modelFailed(model.label, reasonOf(cause), cause)));
  }
  return recorder.all(
    errorData(signal.aborted ? errors.cancelled() : errors.modelFailed(model.label, 'its reply broke off.')),
  );
}

function createRecorder(elapsed: () => number) {
  let collector = createReplyCollector();
  let arrivals: number[] = [];
  let usage: Usage = {};
  let length = 0;
  let firstByte: number | undefined;
  return {
    length: () => length,
    take(event: ModelEvent) {
      if (event.type !== 'usage' && event.type !== 'notice') firstByte ??= elapsed();
      if (event.type === 'usage') usage = { ...usage, ...event.usage };
      if (event.type === 'restart') [collector, arrivals] = [createReplyCollector(), []];
      if (event.type === 'text-delta') arrivals.push(elapsed());
      if (event.type === 'text-delta' || event.type === 'reasoning-delta') length += event.text.length;
      collector.hear(event);
    },
    all(error?: ErrorData): Heard {
      const { content, invocations } = collector.whole('stop');
      const calls = invocations.filter(({ proposed }) => proposed !== true);
      const said = content.map(part => (part.type === 'text' ? part.text : '')).join('');
      return defined({ said, content, calls, usage, arrivals, firstByte, error });
    },
  };
}
