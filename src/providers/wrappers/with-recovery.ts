import type { Rewriter } from '../../converser/ground/async/rewritten.ts';
import { rewritten } from '../../converser/ground/async/rewritten.ts';
import type { Model, ModelEvent, ModelRequest, Usage } from '../../converser/words/models/provider.ts';
import { excessOfCalls } from '../../converser/words/models/reply-limits.ts';
import { correctUsage } from '../../converser/words/spending/spending.ts';
import { usageOfCut } from '../../converser/words/spending/usage-of-cut.ts';
import { createReplyParser } from '../../dialects/contract/parse-reply.ts';
import type { ReplyEvent } from '../../dialects/contract/reply-output.ts';
import { inventionNotice } from './invention-notice.ts';
import { quotationsIn } from './quotations.ts';

/**
 * Recovers calls that llama.cpp, vLLM and Ollama pass on as text if they have no parser for the model.
 * Contract: calls of offered tools in a vendor's tags that end a reply are made, if none was called natively.
 * They are only proposed if announced as an example or copied, or if the model ever called a tool natively.
 * A reply ends where another speaker's tag, such as `<tool_response>`, follows them: the model makes that up.
 * Text from a piece of more than `longestPiece` characters on isn't searched. All else passes unchanged.
 */
export function withRecovery(model: Model): Model {
  const native: NativeCalls = { areKnown: false };
  return {
    ...model,
    reply: (request, signal) =>
      request.tools.length === 0
        ? model.reply(request, signal)
        : rewritten(model.reply(request, signal), createRecovery({ model, request, native })),
  };
}

/** In characters. Reading as many takes less than half a second, and nothing else goes on meanwhile. */
const longestPiece = 100_000;

interface Asked {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly native: NativeCalls;
}

/** A history does not tell a native call, because calls that were recovered look the same there. */
interface NativeCalls {
  areKnown: boolean;
}

type Text = Extract<ModelEvent, { type: 'text-delta' }>;
type Finish = Extract<ModelEvent, { type: 'finish' }>;

/** Once the reply is over, the model is stopped, also one that would go on. */
function createRecovery(asked: Asked): Rewriter<ModelEvent, ModelEvent> {
  let attempt = createAttempt(asked);
  let isOver = false;
  return {
    write(event) {
      if (event.type === 'restart') attempt = createAttempt(asked);
      const passed = attempt.read(event);
      const last = passed.at(-1)?.type;
      isOver = last === 'finish' || last === 'failure';
      return passed;
    },
    isOver: () => isOver,
  };
}

interface Attempt {
  read(event: ModelEvent): readonly ModelEvent[];
}

function createAttempt({ model, request, native }: Asked): Attempt {
  const search = createSearch(request, native);
  const written: string[] = [];
  let hasCalled = false;
  let usage: Usage | undefined;

  function end(event: Finish): readonly ModelEvent[] {
    const mayCall = !hasCalled && (event.reason === 'stop' || event.reason === 'invocations');
    const last = search.end(mayCall);
    const excess = excessOfCalls(model.label, last.filter(({ type }) => type === 'call').length);
    if (excess !== undefined) return [...said(last), { type: 'failure', error: excess }];
    return mayCall ? ended(last, event) : [...said(last), event];
  }

  function cut(): readonly ModelEvent[] {
    const spent = usageOfCut(model, { request, written: written.join(''), usage });
    const reason = hasCalled ? 'invocations' : 'stop';
    return [...explainCut(model, spent), ...end({ type: 'finish', reason })];
  }

  function readText(event: Text): readonly ModelEvent[] {
    written.push(event.text);
    const found = search.push(event.text);
    const [first] = found;
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
        return [...said(search.giveUp()), event];
      case 'invocation':
        hasCalled ||= event.proposed === undefined;
        // Servers without a parser for the model, too, make it call where a call is required.
        native.areKnown ||= hasCalled && request.toolChoice !== 'required';
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

function explainCut(model: Model, spent: Usage | undefined): readonly ModelEvent[] {
  return [inventionNotice(model), ...(spent === undefined ? [] : [{ type: 'usage', usage: spent } as const])];
}

function createSearch(request: ModelRequest, native: NativeCalls) {
  const isCopied = quotationsIn(request);
  const parser = createReplyParser({
    tools: request.tools,
    shapes: 'marked',
    isQuotation: (piece, calls) => native.areKnown || isCopied(piece, calls),
  });
  let isOn = true;
  function giveUp(): readonly ReplyEvent[] {
    const held = isOn ? parser.endAsText() : [];
    isOn = false;
    return held;
  }
  return {
    giveUp,
    push(text: string): readonly ReplyEvent[] {
      if (text.length > longestPiece) return [...giveUp(), { type: 'text', text }];
      return isOn ? parser.push(text) : [{ type: 'text', text }];
    },
    end(mayCall: boolean): readonly ReplyEvent[] {
      if (!isOn) return [];
      return mayCall ? parser.end() : parser.endAsText();
    },
  };
}

function ended(last: readonly ReplyEvent[], finish: Finish): readonly ModelEvent[] {
  const made = last.flatMap((each): ModelEvent[] =>
    each.type === 'call' ? [{ type: 'invocation', ...each.call }] : [],
  );
  const shown = last.flatMap((each): ModelEvent[] =>
    each.type === 'proposal' ? [{ type: 'invocation', ...each.call, proposed: true }] : [],
  );
  return [
    ...said(last),
    ...made,
    ...shown,
    made.length > 0 ? { type: 'finish', reason: 'invocations' } : finish,
  ];
}

function said(events: readonly ReplyEvent[]): readonly ModelEvent[] {
  return events.flatMap(event => (event.type === 'text' ? [{ type: 'text-delta', text: event.text }] : []));
}
