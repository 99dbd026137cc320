import { defined } from '../converser/ground/json/defined.ts';
import { isAmount, isJsonObject } from '../converser/ground/json/json.ts';
import { withMore } from '../converser/ground/wording/thought-text.ts';
import type { Canister } from '../converser/words/canister/canister.ts';
import { toJson } from '../converser/words/canister/canister-json.ts';
import type { Thought } from '../converser/words/conversation/thought.ts';
import { saidIn } from './records.ts';

/** On lines of their own, thoughts never reach a model. */
export function thoughtsLine(thoughts: readonly Thought[]): string {
  return toJson({ thoughts });
}

export function thoughtsIn(lines: readonly string[], canisters: readonly Canister[]): readonly Thought[] {
  const thoughts = lines.flatMap(readThoughts);
  if (thoughts.length === 0) return [];
  const found = new Map(thoughts.map(thought => [thought.before, thought]));
  return canisters.flatMap(({ id }) => found.get(id) ?? []);
}

function readThoughts(line: string): readonly Thought[] {
  const thoughts = saidIn(line, 'thoughts');
  return Array.isArray(thoughts) ? thoughts.flatMap(readThought) : [];
}

function readThought(value: unknown): readonly Thought[] {
  if (!isJsonObject(value)) return [];
  const { before, text, duration, omitted } = value;
  if (typeof before !== 'string' || typeof text !== 'string' || !isAmount(duration)) return [];
  const kept = withMore({ text: '' }, text);
  const left = (isAmount(omitted) ? omitted : 0) + (kept.omitted ?? 0);
  return [defined({ before, text: kept.text, duration, omitted: left === 0 ? undefined : left })];
}
