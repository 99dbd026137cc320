import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { Effort } from '../../converser/ground/wording/effort-names.ts';
import { chatServer, type Entry } from './chat-servers.ts';
import { familyEfforts, familyOf, fromNone, nearest } from './gpt-effort.ts';

export interface ChatThinking {
  readonly model: string;
  readonly server?: string | undefined;
  /** Whether it thinks, where its server says so. */
  readonly thinks?: boolean | undefined;
}

/** How hard to think, as a server of Chat Completions takes it. Nothing for models that don't think. */
export function chatEffort(effort: string, thinking: ChatThinking): readonly Entry[] {
  const level = nearest(effort, levelsOf(thinking) ?? fromNone);
  if (level === undefined) return [];
  const { model, server } = thinking;
  const own = chatServer(server)?.effort;
  return own?.(level, familyOf(model)) ?? [['reasoning_effort', level]];
}

/** The levels that a model is known to have. */
export function chatEfforts(thinking: ChatThinking): readonly Effort[] {
  return levelsOf(thinking) ?? (thinking.thinks ? fromNone : []);
}

/** `undefined`: nothing is known. */
function levelsOf({ model, server, thinks }: ChatThinking): readonly Effort[] | undefined {
  if (thinks === false) return [];
  const id = familyOf(model);
  const own = chatServer(server)?.levels?.({ id, thinks });
  return own ?? familyEfforts(model);
}

/** Asks to get what the model thinks apart from what it says, or not at all, and to be shown it again. */
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

/** What is there already stays. */
function joined(value: JsonValue, there: JsonValue | undefined): JsonValue {
  if (there === undefined) return value;
  if (!isJsonObject(value) || !isJsonObject(there)) return there;
  // What is switched off has no more to be said about.
  if (there.type === 'disabled') return there;
  const both = Object.entries(value).map(([name, inner]) => [name, joined(inner, there[name])]);
  return { ...there, ...Object.fromEntries(both) };
}
