import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { JsonValue } from '../../converser/ground/json/json.ts';
import {
  type Canister,
  type InvocationCanister,
  ordinaryMarks,
} from '../../converser/words/canister/canister.ts';
import { type Content, text } from '../../converser/words/canister/content.ts';
import { argumentFields } from '../call-arguments.ts';
import { isPrintedId } from '../call-id.ts';
import { checkPairs, type Paired } from '../check-pairs.ts';
import { type Place, readParts, unread } from '../client/read-parts.ts';
import { shortName } from '../client-request.ts';
import { clientThought } from '../sent-back.ts';

/** The same messages get the same ids. Throws `bad-arguments` for results without their calls. */
export function normalizeMessages(
  messages: readonly ChatCompletionMessageParam[],
  { timestamp, ignored }: { readonly timestamp: string; readonly ignored: string[] },
): readonly Canister[] {
  checkPairs(messages.flatMap(pairedIn), { reuse: true });
  const ids = createCallIds();
  return messages.flatMap((message, at) =>
    normalizeMessage(message, {
      ids,
      prefix: `m${at}`,
      timestamp,
      place: { path: `messages[${at}].content`, ignored },
    }),
  );
}

function pairedIn(message: ChatCompletionMessageParam, at: number): readonly Paired[] {
  const path = `messages[${at}]`;
  switch (message.role) {
    case 'assistant':
      return callsOf(message).map(({ id }, nth) => ({
        kind: 'call',
        id,
        path: `${path}.tool_calls[${nth}].id`,
      }));
    case 'tool':
      return [{ kind: 'result', id: message.tool_call_id, path: `${path}.tool_call_id` }];
    case 'function':
      return [{ kind: 'result', id: message.name, path: `${path}.name` }];
    default:
      return [];
  }
}

interface Context {
  readonly ids: CallIds;
  readonly prefix: string;
  readonly timestamp: string;
  readonly place: Place;
}

function normalizeMessage(message: ChatCompletionMessageParam, context: Context): readonly Canister[] {
  const { ids, prefix, timestamp, place } = context;
  const common = { id: prefix, timestamp, marks: ordinaryMarks };
  if (message.role === 'assistant') return normalizeAssistant(message, context);
  const content = readParts(message.content, place);
  switch (message.role) {
    case 'system':
    case 'developer':
      return [{ ...common, role: 'supervisor', content }];
    case 'user':
      return [{ ...common, role: 'user', content }];
    case 'tool':
      return [{ ...common, role: 'result', invocationId: ids.find(message.tool_call_id), content }];
    case 'function':
      return [{ ...common, role: 'result', invocationId: ids.find(message.name), content }];
  }
}

function normalizeAssistant(
  message: ChatCompletionAssistantMessageParam,
  { ids, prefix, timestamp, place }: Context,
): readonly Canister[] {
  const common = { timestamp, marks: ordinaryMarks };
  const refused = message.refusal ? [text(message.refusal)] : [];
  const { audio } = message as { readonly audio?: JsonValue };
  const heard = audio ? [unread({ type: 'audio', audio }, place)] : [];
  const content = [...thoughtsIn(message), ...readParts(message.content, place), ...refused, ...heard];
  const calls = callsOf(message).map(
    ({ id, name, written, isCustom }, at): InvocationCanister => ({
      ...common,
      id: ids.add(id, `${prefix}-c${at}`),
      role: 'invocation',
      ensemble: '',
      name: shortName(name),
      content: [],
      ...(isCustom ? { arguments: { input: written } } : argumentFields(written)),
    }),
  );
  if (content.length === 0) return calls;
  return [{ ...common, id: prefix, role: 'assistant', content }, ...calls];
}

/** Programs use either field, and some both. */
function thoughtsIn(message: object): readonly Content[] {
  const { reasoning_content: one, reasoning: other } = message as Readonly<Record<string, unknown>>;
  const thought = [one, other].find(each => typeof each === 'string' && each.trim() !== '');
  return thought === undefined ? [] : [clientThought(String(thought))];
}

interface Call {
  readonly id: string;
  readonly name: string;
  readonly written: string;
  readonly isCustom?: true;
}

/** The old form of 2023 has one call without an id, and its result names the function. */
function callsOf({
  tool_calls: calls,
  function_call: call,
}: ChatCompletionAssistantMessageParam): readonly Call[] {
  const old = call ? [{ id: call.name, name: call.name, written: call.arguments }] : [];
  const now = (calls ?? []).map((each): Call => {
    if (each.type === 'custom')
      return { id: each.id, name: each.custom.name, written: each.custom.input, isCustom: true };
    return { id: each.id, name: each.function.name, written: each.function.arguments };
  });
  return [...now, ...old];
}

type CallIds = ReturnType<typeof createCallIds>;

/** Some servers reuse ids, or have ids of another form. */
function createCallIds() {
  const used = new Set<string>();
  const current = new Map<string, string>();
  return {
    add(wireId: string, otherwise: string): string {
      const isFit = /^[A-Za-z0-9_-]{1,64}$/.test(wireId) || isPrintedId(wireId);
      const id = isFit && !used.has(wireId) ? wireId : otherwise;
      used.add(id);
      current.set(wireId, id);
      return id;
    },
    find: (wireId: string): string => current.get(wireId) ?? wireId,
  };
}
