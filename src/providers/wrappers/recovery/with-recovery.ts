import { groupsOf, inGroups } from '../../../converser/async/in-groups.ts';
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
        : inGroups(recover(groupsOf(model.reply(request, signal)), { model, request })),
  };
}

interface Asked {
  readonly model: Model;
  readonly request: ModelRequest;
}

async function* recover(
  groups: AsyncIterable<readonly ModelEvent[]>,
  asked: Asked,
): AsyncGenerator<readonly ModelEvent[], void> {
  const { tools } = asked.request;
  const begin = () => createReplyParser({ tools, shapes: 'marked' });
  let parser = begin();
  let hasCalled = false;
  let usage: Usage | undefined;
  let written: string[] = [];

  /** The last events of a reply that ends for the reason of `event`. */
  function* end(event: Extract<ModelEvent, { type: 'finish' }>): Generator<ModelEvent, void> {
    // A reply that was cut off or refused may lack what would have followed.
    const mayCall = !hasCalled && (event.reason === 'stop' || event.reason === 'invocations');
    const last = mayCall ? parser.end() : parser.endAsText();
    const calls = last.flatMap(each => (each.type === 'call' ? [each.call] : []));
    yield* said(last);
    for (const call of calls) yield { type: 'invocation', ...call };
    yield calls.length > 0 ? { type: 'finish', reason: 'invocations' } : event;
  }

  function* cut(): Generator<ModelEvent, void> {
    yield inventionNotice(asked.model);
    const spent = usageOfCut(asked.model, { request: asked.request, written: written.join(''), usage });
    if (spent !== undefined) yield { type: 'usage', usage: spent };
    yield* end({ type: 'finish', reason: hasCalled ? 'invocations' : 'stop' });
  }

  function readText(event: Extract<ModelEvent, { type: 'text-delta' }>): readonly ModelEvent[] {
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
        return [...end(event)];
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
        break;
      case 'restart':
        parser = begin();
        hasCalled = false;
        [usage, written] = [undefined, []];
    }
    return [event];
  }

  for await (const group of groups) {
    const passed: ModelEvent[] = [];
    for (const event of group) {
      for (const each of read(event)) passed.push(each);
      if (passed.at(-1)?.type === 'finish') break;
    }
    yield passed;
    // To leave the loop stops a model that was cut.
    if (passed.at(-1)?.type === 'finish') return;
  }
}

function said(events: readonly ReplyEvent[]): readonly ModelEvent[] {
  return events.flatMap(event => (event.type === 'text' ? [{ type: 'text-delta', text: event.text }] : []));
}
