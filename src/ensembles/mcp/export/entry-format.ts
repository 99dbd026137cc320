import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { valueAt } from '../entries/value-at.ts';

export interface EntryPlace {
  readonly file: string;
  readonly path: readonly string[];
}

export interface Problem {
  readonly problem: string;
}

export type Edited = { readonly text: string } | Problem;

/** Contract: all else stays, comments and formatting included. A text that can't be read or changed so is a problem. */
export interface EntryFormat {
  read(text: string, place: EntryPlace): Promise<{ readonly entry: JsonValue | undefined } | Problem>;
  /** Keeps what else an entry of this name has, unless it is reached in another way. */
  set(text: string, place: EntryPlace, entry: JsonObject): Promise<Edited>;
  remove(text: string, place: EntryPlace): Promise<Edited>;
}

export interface EntryLanguage {
  /** What leads to the entry must be objects, as far as it is there. */
  parse(text: string, place: EntryPlace): Promise<{ readonly value: JsonValue | undefined } | Problem>;
  change(text: string, place: EntryPlace, change: EntryChange): Promise<string | undefined>;
}

export interface EntryChange {
  /** Only keys with another value are named; without keys, the entry is taken out. */
  readonly keys: JsonObject | undefined;
  /** If the other keys don't stay, the entry is replaced. */
  readonly isKept: boolean;
}

/** What a language makes of a text is read again, and counts only if it is what was wanted. */
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

/** If it starts a program or has a key in another way, nothing of an entry fits an address. */
function isOtherwiseReached(entry: JsonObject): boolean {
  return 'command' in entry || 'bearer_token_env_var' in entry;
}

function withoutEqual(entry: JsonObject, before: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(entry).filter(([key, value]) => !isDeepStrictEqual(before[key], value)),
  );
}

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

/** A TOML table that only holds other tables is gone with the last of them. */
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
