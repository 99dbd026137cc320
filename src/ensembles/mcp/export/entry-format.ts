import type { JsonObject, JsonValue } from '../../../converser/json/json.ts';

/** Where a server's entry is in a file of another program. */
export interface EntryPlace {
  /** Absolute path. */
  readonly file: string;
  /** The keys that lead to it, its own name included. */
  readonly path: readonly string[];
}

/** `problem`: why the file is left alone, with the place and what to do. */
export type Edited = { readonly text: string } | { readonly problem: string };

/**
 * Changes one entry of a file's text.
 *
 * Contract: all else stays as it is, comments and formatting included. A text that cannot be read, or cannot be
 * changed so, is a problem.
 */
export interface EntryFormat {
  /** The entry as it is; `undefined` if there is none. */
  read(text: string, place: EntryPlace): Promise<{ readonly entry: JsonValue | undefined } | Problem>;
  /** Keeps what else an entry of this name has, unless that starts a program. */
  set(text: string, place: EntryPlace, entry: JsonObject): Promise<Edited>;
  remove(text: string, place: EntryPlace): Promise<Edited>;
}

export interface Problem {
  readonly problem: string;
}

/** What is at a path; `undefined` if nothing is. */
export function valueAt(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner) && Object.hasOwn(inner, key)
        ? (inner as JsonObject)[key]
        : undefined,
    value,
  );
}

/** The same document with another value at a path, or without one. */
export function withValue(
  value: JsonValue | undefined,
  [key, ...rest]: readonly string[],
  next: JsonValue | undefined,
): JsonValue | undefined {
  if (key === undefined) return next;
  const { [key]: inner, ...others } = (value ?? {}) as JsonObject;
  const changed = withValue(inner, rest, next);
  return changed === undefined ? others : { ...others, [key]: changed };
}

/** Whether an entry starts a program, so that nothing of it fits an address. */
export function startsProgram(entry: JsonValue | undefined): boolean {
  return valueAt(entry, ['command']) !== undefined;
}
