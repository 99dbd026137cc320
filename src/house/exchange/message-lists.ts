import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { normalizeRequest as fromAnthropic } from '../../dialects/anthropic-messages/normalize-request.ts';
import type { ClientRequest } from '../../dialects/client-request.ts';
import { normalizeRequest as fromChat } from '../../dialects/openai-chat/normalize-request.ts';
import { normalizeRequest as fromResponses } from '../../dialects/openai-responses/normalize-request.ts';
import { type ImportedFile, objectsIn, recordsOfPieces } from './imported-file.ts';

/** A list of messages, or a request that holds one. `undefined` for anything else. */
export function readMessageList(value: JsonValue, timestamp: string): ImportedFile | undefined {
  const body = bodyOf(value);
  if (body === undefined) return undefined;
  const { from, normalize } = dialectOf(body);
  // What else a request wished for, such as tools, is not part of the conversation.
  const { messages, input, system, instructions } = body;
  const said = Object.fromEntries(
    Object.entries({ messages, input, system, instructions }).filter(([, each]) => each !== undefined),
  );
  const { canisters, ignored } = normalize({ model: 'imported', ...said }, { timestamp });
  return { from, records: recordsOfPieces([{ canisters }]), leftOut: ignored };
}

function bodyOf(value: JsonValue): JsonObject | undefined {
  if (isJsonObject(value))
    return Array.isArray(value.messages) || Array.isArray(value.input) ? value : undefined;
  const items = objectsIn(value);
  if (items.length === 0) return undefined;
  if (items.some(({ type }) => typeof type === 'string' && type !== 'message')) return { input: value };
  return items.every(({ role }) => typeof role === 'string') ? { messages: value } : undefined;
}

type Normalize = (body: unknown, at: { readonly timestamp: string }) => ClientRequest;

function dialectOf({ messages, input, system }: JsonObject): { from: string; normalize: Normalize } {
  if (messages === undefined && input !== undefined)
    return { from: 'OpenAI messages', normalize: fromResponses };
  const isAnthropic =
    system !== undefined ||
    objectsIn(messages).some(({ content }) =>
      objectsIn(content).some(({ type }) => ofAnthropic.includes(type)),
    );
  if (isAnthropic) return { from: 'Anthropic messages', normalize: fromAnthropic };
  return { from: 'OpenAI messages', normalize: fromChat };
}

const ofAnthropic: readonly (JsonValue | undefined)[] = [
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'search_result',
];
