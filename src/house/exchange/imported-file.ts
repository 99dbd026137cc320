import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { type Canister, isInput } from '../../converser/words/canister/canister.ts';
import { toJson } from '../../converser/words/canister/canister-json.ts';
import { textOf } from '../../converser/words/canister/content.ts';
import { validHistory } from '../../converser/words/canister/valid-history.ts';
import type { Thought } from '../../converser/words/conversation/thought.ts';
import { recordsOf } from '../../store/stored-content.ts';

export interface ImportedFile {
  /** The program that the conversation was led with, for people. */
  readonly from: string;
  readonly records: readonly string[];
  /** Places that couldn't be read, such as `messages[3].content[0] (audio)`. */
  readonly leftOut: readonly string[];
}

/** One question, round or answer of another program. */
export interface Piece {
  /** None where the conversation only goes back to `from`. */
  readonly canisters: readonly Canister[];
  readonly thought?: string;
  /** The id of the canister after which it joins; `null` is the beginning. Absent for the last one. */
  readonly from?: string | null;
}

/** Each call gets a result, and all ids are unique among the pieces. */
export function recordsOfPieces(pieces: readonly Piece[], title?: string): readonly string[] {
  const joined = pieces.flatMap(({ canisters, thought, from }) => {
    const whole = validHistory(canisters.map(attached));
    const [first] = whole;
    if (first === undefined) return from ? [toJson({ goTo: from })] : [];
    const { id: before } = whole.find(canister => !isInput(canister)) ?? first;
    const thoughts: readonly Thought[] = thought ? [{ before, text: thought, duration: 0 }] : [];
    return recordsOf(whole, { thoughts, ...(from !== undefined && { from }) });
  });
  return joined.length === 0 || !title?.trim() ? joined : [toJson({ title: title.trim() }), ...joined];
}

/** What a program was told for good counts here as a text that was attached, and shows as one. */
function attached(canister: Canister): Canister {
  if (canister.role !== 'supervisor') return canister;
  const uri = 'instructions of the program';
  const content = [
    { type: 'resource', uri, mimeType: 'text/plain', text: textOf(canister.content) },
  ] as const;
  return { ...canister, role: 'document', content };
}

/** The ids of calls stay, because results name them. */
export function withPrefix(canisters: readonly Canister[], prefix: string): readonly Canister[] {
  return canisters.map(canister =>
    canister.role === 'invocation' ? canister : { ...canister, id: `${prefix}-${canister.id}` },
  );
}

/** ISO 8601, UTC. */
export function timeOf(value: JsonValue | undefined, otherwise: string): string {
  const time = new Date(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);
  return Number.isNaN(time.getTime()) ? otherwise : time.toISOString();
}

export function stringIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
