import { isJsonObject, type JsonValue } from '../json/json.ts';
import { fromBase64, toBase64 } from './base64.ts';

/**
 * Values that hold canisters, as JSON and back. Bytes become an object with the one key `$bytes`, in base64. An
 * object that looks like that of its own accord gets one more `$`, so that it comes back as it was.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, inner: unknown) {
    // What the holder has, and not `inner`: some kinds of bytes turn themselves into a list of numbers.
    const original = this[key];
    if (original instanceof Uint8Array) return { $bytes: toBase64(original) };
    const mark = markOf(inner);
    return mark === undefined ? inner : { [`$${mark.key}`]: mark.value };
  });
}

export function fromJson<T>(json: string): T {
  if (!json.includes('$bytes"')) return JSON.parse(json) as T;
  return JSON.parse(json, (_key, inner: unknown) => {
    const mark = markOf(inner);
    if (mark === undefined) return inner;
    if (mark.key !== '$bytes') return { [mark.key.slice(1)]: mark.value };
    return typeof mark.value === 'string' ? (fromBase64(mark.value) ?? inner) : inner;
  }) as T;
}

/** The only key of an object and its value, if the key is that of bytes, or that of an object which looked so. */
function markOf(value: unknown): { readonly key: string; readonly value: JsonValue | undefined } | undefined {
  if (!isJsonObject(value)) return undefined;
  const [key, other] = Object.keys(value);
  if (key === undefined || other !== undefined || !/^\$+bytes$/.test(key)) return undefined;
  return { key, value: value[key] };
}
