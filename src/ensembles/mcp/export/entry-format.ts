import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { valueAt } from '../entries/value-at.ts';

/** Where a server's entry is in a file of another program. */
export interface EntryPlace {
  /** Absolute path. */
  readonly file: string;
  /** The keys that lead to it, its own name included. */
  readonly path: readonly string[];
}

/** Why the file is left alone, with the place and what to do. */
export interface Problem {
  readonly problem: string;
}

export type Edited = { readonly text: string } | Problem;

/**
 * Changes one entry of a file's text.
 *
 * Contract: all else stays as it is, comments and formatting included. A text that cannot be read, or cannot be
 * changed so, is a problem.
 */
export interface EntryFormat {
  /** The entry as it is; `undefined` if there is none. */
  read(text: string, place: EntryPlace): Promise<{ readonly entry: JsonValue | undefined } | Problem>;
  /** Keeps what else an entry of this name has, unless it is reached in another way. */
  set(text: string, place: EntryPlace, entry: JsonObject): Promise<Edited>;
  remove(text: string, place: EntryPlace): Promise<Edited>;
}

export interface EntryLanguage {
  /** The value of the whole file. What leads to the entry must be objects, as far as it is there. */
  parse(text: string, place: EntryPlace): Promise<{ readonly value: JsonValue | undefined } | Problem>;
  /** The text after a change; `undefined` where it cannot be changed so. */
  change(text: string, place: EntryPlace, change: EntryChange): Promise<string | undefined>;
}

export interface EntryChange {
  /** Those keys of the entry that have another value now; without it, the entry is taken out. */
  readonly keys: JsonObject | undefined;
  /** Whether the other keys of the entry stay. Otherwise it is replaced if it is there. */
  readonly isKept: boolean;
}

/** Entries in a language. Whatever it makes of a text is read again, and counts only if it is what was wanted. */
export function entryFormat({ parse, change }: EntryLanguage): EntryFormat {
  async function edit(text: string, place: EntryPlace, entry: JsonObject | undefined): Promise<Edited> {
    const read = await parse(text, place);
    if ('problem' in read) return read;
    const before = valueAt(read.value, place.path);
    if (before === undefined && entry === undefined) return { text };
    const isKept = isJsonObject(before) && !isOtherwiseReached(before);
    const kept = isKept ? before : {};
    const keys = entry && withoutEqual(entry, kept);
    const wanted = withValue(read.value ?? {}, place.path, entry && { ...kept, ...entry });
    const changed = await change(text, place, { keys, isKept });
    const after = changed === undefined ? undefined : await parse(changed, place);
    const isWanted =
      after !== undefined &&
      'value' in after &&
      isDeepStrictEqual(withoutEmpty(after.value ?? {}, place), withoutEmpty(wanted, place));
    return changed !== undefined && isWanted ? { text: changed } : unchangeable(text, place);
  }
  return {
    async read(text, place) {
      const read = await parse(text, place);
      return 'problem' in read ? read : { entry: valueAt(read.value, place.path) };
    },
    set: edit,
    remove: (text, place) => edit(text, place, undefined),
  };
}

/** Where it starts a program, or has a key in another way, nothing of an entry fits an address. */
function isOtherwiseReached(entry: JsonObject): boolean {
  return 'command' in entry || 'bearer_token_env_var' in entry;
}

function withoutEqual(entry: JsonObject, before: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(entry).filter(([key, value]) => !isDeepStrictEqual(before[key], value)),
  );
}

/** The same document with another value at a path, or without one. */
function withValue(
  value: JsonValue | undefined,
  [key, ...rest]: readonly string[],
  next: JsonValue | undefined,
): JsonValue | undefined {
  if (key === undefined) return next;
  const { [key]: inner, ...others } = (value ?? {}) as JsonObject;
  const changed = withValue(inner, rest, next);
  return changed === undefined ? others : { ...others, [key]: changed };
}

/** A table of TOML that only holds other tables is gone with the last of them. */
function withoutEmpty(value: JsonValue | undefined, { path }: EntryPlace): JsonValue | undefined {
  const parent = path.slice(0, -1);
  const inner = valueAt(value, parent);
  const isEmpty = isJsonObject(inner) && Object.keys(inner).length === 0;
  return isEmpty ? withValue(value, parent, undefined) : value;
}

function unchangeable(text: string, { file, path }: EntryPlace): Problem {
  const line = text.split('\n').findIndex(each => each.includes(path[0] ?? '')) + 1;
  return {
    problem: `${file}:${line || 1}: Converser can’t change ${path.join('.')} as it is written here. Take it out yourself, then try again.`,
  };
}
