import { untilAborted } from '../../converser/async/abort.ts';
import { type Content, text } from '../../converser/canister/content.ts';
import { type ErrorData, errorData, errors, reasonOf } from '../../converser/errors.ts';
import { defined } from '../../converser/json/defined.ts';
import type { Model, ModelEvent, ModelRequest, Usage } from '../../converser/models/provider.ts';
import type { Clock } from '../../converser/ports.ts';

/** All of one reply. */
export interface Heard {
  readonly said: string;
  /** What was said and what the provider wants back, in the order in which it came. */
  readonly content: readonly Content[];
  readonly calls: readonly Call[];
  readonly usage: Usage;
  /** Milliseconds from the request to each piece of text. */
  readonly arrivals: readonly number[];
  /** Milliseconds from the request to the first event. */
  readonly firstByte?: number;
  readonly error?: ErrorData;
}

export type Call = Pick<Extract<ModelEvent, { type: 'invocation' }>, 'name' | 'arguments'>;

/** Characters, about 2,000 tokens. A longer reply does not answer the question. */
export const longestReply = 8000;

/** Reads a reply to its end, but no more of it than a probe may cost. */
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
  let spoken = createSpokenContent();
  let calls: Call[] = [];
  let arrivals: number[] = [];
  let usage: Usage = {};
  let length = 0;
  let firstByte: number | undefined;
  return {
    length: () => length,
    take(event: ModelEvent) {
      if (event.type !== 'usage' && event.type !== 'notice') firstByte ??= elapsed();
      switch (event.type) {
        case 'text-delta':
          spoken.say(event.text);
          arrivals.push(elapsed());
          length += event.text.length;
          return;
        case 'reasoning-delta':
          length += event.text.length;
          return;
        case 'invocation':
          if (event.proposed !== true) calls.push(event);
          return;
        case 'opaque':
          spoken.add(event.content);
          return;
        case 'usage':
          usage = { ...usage, ...event.usage };
          return;
        case 'restart':
          [spoken, calls, arrivals] = [createSpokenContent(), [], []];
          return;
        case 'notice':
        case 'finish':
        case 'failure':
          return;
      }
    },
    all(error?: ErrorData): Heard {
      const content = spoken.all();
      const said = content.map(part => (part.type === 'text' ? part.text : '')).join('');
      return defined({ said, content, calls, usage, arrivals, firstByte, error });
    },
  };
}

/** Joins pieces of text to whole ones, between which other content stays where it came. */
function createSpokenContent() {
  const content: Content[] = [];
  let pieces: string[] = [];
  const close = () => {
    const written = pieces.join('');
    if (written.trim() !== '') content.push(text(written, 'text/markdown'));
    pieces = [];
  };
  return {
    say: (piece: string) => void pieces.push(piece),
    add(other: Content) {
      close();
      content.push(other);
    },
    all(): readonly Content[] {
      close();
      return content;
    },
  };
}
