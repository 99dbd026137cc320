import { groupsOf, inGroups } from '../../../converser/async/in-groups.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../converser/models/provider.ts';
import { createReplyParser } from '../../../dialects/contract/parse-reply.ts';
import type { ReplyEvent } from '../../../dialects/contract/reply-output.ts';

/**
 * Recovers calls that arrive as text because the server does not know the model's tags: llama.cpp, vLLM and Ollama pass
 * them on as text if they have no parser for the model.
 *
 * Contract:
 * - if tools were offered and none was called, and the reply ends with calls of offered tools in a vendor's own tags or
 *   markers, these calls are made;
 * - every other reply is passed on unchanged, however it is cut into pieces.
 */
export function withRecovery(model: Model): Model {
  return {
    ...model,
    reply: (request, signal) =>
      request.tools.length === 0
        ? model.reply(request, signal)
        : inGroups(recover(groupsOf(model.reply(request, signal)), request)),
  };
}

async function* recover(
  groups: AsyncIterable<readonly ModelEvent[]>,
  { tools }: ModelRequest,
): AsyncGenerator<readonly ModelEvent[], void> {
  const begin = () => createReplyParser({ tools, shapes: 'marked' });
  let parser = begin();
  let hasCalled = false;

  function read(event: ModelEvent): readonly ModelEvent[] {
    switch (event.type) {
      case 'text-delta':
        return said(parser.push(event.text));
      case 'invocation':
        hasCalled ||= event.proposed === undefined;
        return [event];
      case 'restart':
        parser = begin();
        hasCalled = false;
        return [event];
      case 'failure':
        return [...said(parser.endAsText()), event];
      case 'finish': {
        // A reply that was cut off or refused may lack what would have followed.
        const mayCall = !hasCalled && (event.reason === 'stop' || event.reason === 'invocations');
        const last = mayCall ? parser.end() : parser.endAsText();
        const calls = last.flatMap(each => (each.type === 'call' ? [each.call] : []));
        return [
          ...said(last),
          ...calls.map(call => ({ type: 'invocation', ...call }) as const),
          calls.length > 0 ? { type: 'finish', reason: 'invocations' } : event,
        ];
      }
      default:
        return [event];
    }
  }

  for await (const group of groups) yield group.flatMap(read);
}

function said(events: readonly ReplyEvent[]): readonly ModelEvent[] {
  return events.flatMap(event => (event.type === 'text' ? [{ type: 'text-delta', text: event.text }] : []));
}
