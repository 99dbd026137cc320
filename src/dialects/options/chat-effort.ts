import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { Effort } from '../../converser/ground/wording/effort-names.ts';
import { chatServer } from './chat-servers.ts';
import { familyEfforts, familyOf, fromNone, nearest } from './gpt-effort.ts';
import type { Entry } from './option-paths.ts';

export interface ChatThinking {
  readonly model: string;
  readonly server?: string | undefined;
  readonly thinks?: boolean | undefined;
}

export function chatEffort(effort: string, thinking: ChatThinking): readonly Entry[] {
  const level = nearest(effort, levelsOf(thinking) ?? fromNone);
  if (level === undefined) return [];
  const { model, server } = thinking;
  const own = chatServer(server)?.effort;
  return own?.(level, familyOf(model)) ?? [['reasoning_effort', level]];
}

export function chatEfforts(thinking: ChatThinking): readonly Effort[] {
  return levelsOf(thinking) ?? (thinking.thinks ? fromNone : []);
}

function levelsOf({ model, server, thinks }: ChatThinking): readonly Effort[] | undefined {
  if (thinks === false) return [];
  const id = familyOf(model);
  const own = chatServer(server)?.levels?.({ id, thinks });
  return own ?? familyEfforts(model);
}

export function withThoughts(
  options: JsonObject,
  isShown: boolean,
  { server, model }: ChatThinking,
): JsonObject {
  const entries = chatServer(server)?.thoughts?.(isShown, familyOf(model), options) ?? [];
  return {
    ...options,
    ...Object.fromEntries(entries.map(([name, value]) => [name, joined(value, options[name])])),
  };
}

function joined(value: JsonValue, there: JsonValue | undefined): JsonValue {
  if (there === undefined) return value;
  if (!isJsonObject(value) || !isJsonObject(there)) return there;
  if (there.type === 'disabled') return there;
  const both = Object.entries(value).map(([name, inner]) => [name, joined(inner, there[name])]);
  return { ...there, ...Object.fromEntries(both) };
}
