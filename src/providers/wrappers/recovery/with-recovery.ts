import { type Rewriter, rewritten } from '../../../converser/async/rewritten.ts';
import type { Model, ModelEvent, ModelRequest, Usage } from '../../../converser/models/provider.ts';
import { correctUsage } from '../../../converser/spending/spending.ts';
import { usageOfCut } from '../../../converser/spending/usage-of-cut.ts';
import { createReplyParser } from '../../../dialects/contract/parse-reply.ts';
import type { ReplyEvent } from '../../../dialects/contract/reply-output.ts';
import { inventionNotice } from '../invention-notice.ts';

/**
 * Recovers calls that arrive as text because the server does not know the model's tags: llama.cpp, vLLM and Ollama pass
 * them on as text if they have no parser for the model.
 *
 * Contract:
 * - if tools were offered and none was called, and the reply ends with calls of offered tools in a vendor's own tags or
 *   markers, these calls are made;
 * - a reply ends where such calls are followed by a vendor's own header or tag of another speaker, such as
 *   `<tool_response>`: what the model makes up there is left out, and the model is stopped;
 * - every other reply is passed on unchanged, however it is cut into pieces.
 */
export function withRecovery(model: Model): Model {
  return {
    ...model,
    reply: (request, signal) =>
      request.tools.length === 0
        ? model.reply(request, signal)
        : rewritten(model.reply(request, signal), createRecovery({ model, request })),
  };
}

interface Asked {
  readonly model: Model;
  readonly request: ModelRequest;
}

type Text = Extract<ModelEvent, { type: 'text-delta' }>;
type Finish = Extract<ModelEvent, { type: 'finish' }>;

/** Recovers the calls of one reply. Once it is over, the model is stopped, also one that would go on. */
function createRecovery(asked: Asked): Rewriter<ModelEvent, ModelEvent> {
  let attempt = createAttempt(asked);
  let isOver = false;
  return {
    write(event) {
      if (event.type === 'restart') attempt = createAttempt(asked);
      const passed = attempt.read(event);
      isOver = passed.at(-1)?.type === 'finish';
      return passed;
    },
    get isOver() {
      return isOver;
    },
  };
}

interface Attempt {
  /** What to pass on for an event. After a `finish`, nothing more may be read. */
  read(event: ModelEvent): readonly ModelEvent[];
}

/** One attempt at the reply: a restart begins the next. */
function createAttempt({ model, request }: Asked): Attempt {
  const parser = createReplyParser({ tools: request.tools, shapes: 'marked' });
  const written: string[] = [];
  let hasCalled = false;
  let usage: Usage | undefined;

  function end(event: Finish): readonly ModelEvent[] {
    // A reply that was cut off or refused may lack what would have followed.
    const mayCall = !hasCalled && (event.reason === 'stop' || event.reason === 'invocations');
    return ended(mayCall ? parser.end() : parser.endAsText(), event);
  }

  function cut(): readonly ModelEvent[] {
    const spent = usageOfCut(model, { request, written: written.join(''), usage });
    return [
      inventionNotice(model),
      ...(spent === undefined ? [] : [{ type: 'usage', usage: spent } as const]),
      ...end({ type: 'finish', reason: hasCalled ? 'invocations' : 'stop' }),
    ];
  }

  function readText(event: Text): readonly ModelEvent[] {
    written.push(event.text);
    const found = parser.push(event.text);
    const [first] = found;
    // Most pieces are passed on as they came.
    if (found.length === 1 && first?.type === 'text' && first.text === event.text) return [event];
    const isCut = found.some(({ type }) => type === 'invention');
    return isCut ? [...said(found), ...cut()] : said(found);
  }

  function read(event: ModelEvent): readonly ModelEvent[] {
    switch (event.type) {
      case 'text-delta':
        return readText(event);
      case 'finish':
        return end(event);
      case 'failure':
        return [...said(parser.endAsText()), event];
      case 'invocation':
        hasCalled ||= event.proposed === undefined;
        break;
      case 'usage':
        usage = correctUsage(usage ?? {}, event.usage);
        break;
      case 'reasoning-delta':
        written.push(event.text);
    }
    return [event];
  }

  return { read };
}

/** The last events of a reply: what was held back of it, with the calls among that. */
function ended(last: readonly ReplyEvent[], finish: Finish): readonly ModelEvent[] {
  const calls = last.flatMap(each => (each.type === 'call' ? [each.call] : []));
  const made = calls.map(call => ({ type: 'invocation', ...call }) as const);
  return [...said(last), ...made, calls.length > 0 ? { type: 'finish', reason: 'invocations' } : finish];
}

function said(events: readonly ReplyEvent[]): readonly ModelEvent[] {
  return events.flatMap(event => (event.type === 'text' ? [{ type: 'text-delta', text: event.text }] : []));
}
