import { isJsonObject, type JsonValue } from '../converser/ground/json/json.ts';

/** Servers reject lone surrogates. Well-formed parts are not copied. */
export function wellFormed<T extends JsonValue>(value: T): T;
export function wellFormed(value: JsonValue): JsonValue {
  return isWellFormed(value) ? value : mend(value);
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (!isJsonObject(value)) return true;
  for (const key in value) if (!key.isWellFormed() || !isWellFormed(value[key])) return false;
  return true;
}

function mend(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value))
    return keptOr(
      value,
      value.map(inner => mend(inner as JsonValue)),
    );
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const sound = entries.map(([key, inner]) => [key.toWellFormed(), mend(inner)] as const);
  const isSame = sound.every(([key, inner], at) => key === entries[at]?.[0] && inner === entries[at]?.[1]);
  return isSame ? value : Object.fromEntries(sound);
}

function keptOr(value: readonly JsonValue[], sound: readonly JsonValue[]): readonly JsonValue[] {
  return sound.every((inner, at) => inner === value[at]) ? value : sound;
}

/** Half of a surrogate pair is held back until the other half or `rest`. */
export function wholePairs() {
  let held = '';
  return {
    push(piece: string): string {
      const all = held + piece;
      const last = all.charCodeAt(all.length - 1);
      const isHalf = last >= 0xd800 && last <= 0xdbff;
      held = isHalf ? all.slice(-1) : '';
      return isHalf ? all.slice(0, -1) : all;
    },
    rest(): string {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

export function pairJoiner() {
  const { push, rest } = wholePairs();
  return { push: (piece: string) => push(piece).toWellFormed(), rest: () => rest().toWellFormed() };
}
