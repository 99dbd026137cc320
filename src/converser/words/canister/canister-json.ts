import { isJsonObject, type JsonValue } from '../../ground/json/json.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { reviveDeep, writeDeep } from './deep-json.ts';

/**
 * Bytes become an object with the only key `$bytes`, in base64. An object that already looks like that gets
 * one more `$`, so that it is read back unchanged. Nesting may be deep.
 */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, inner: unknown) {
      // Not `inner`: some kinds of bytes have already become a list of numbers there.
      return replaced(this[key], inner);
    });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    return writeDeep(value, inner => replaced(inner, inner));
  }
}

export function fromJson<T>(json: string): T {
  if (!json.includes('$bytes"')) return JSON.parse(json) as T;
  try {
    return JSON.parse(json, (_key, inner: unknown) => revived(inner)) as T;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    return reviveDeep(JSON.parse(json), revived) as T;
  }
}

function replaced(original: unknown, inner: unknown): unknown {
  if (original instanceof Uint8Array) return { $bytes: toBase64(original) };
  const mark = markOf(inner);
  return mark === undefined ? inner : { [`$${mark.key}`]: mark.value };
}

function revived(inner: unknown): unknown {
  const mark = markOf(inner);
  if (mark === undefined) return inner;
  if (mark.key !== '$bytes') return { [mark.key.slice(1)]: mark.value };
  return typeof mark.value === 'string' ? (fromBase64(mark.value) ?? inner) : inner;
}

function markOf(value: unknown): { readonly key: string; readonly value: JsonValue | undefined } | undefined {
  if (!isJsonObject(value)) return undefined;
  const [key, other] = Object.keys(value);
  if (key === undefined || other !== undefined || !/^\$+bytes$/.test(key)) return undefined;
  return { key, value: value[key] };
}
