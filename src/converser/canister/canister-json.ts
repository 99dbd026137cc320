import { isJsonObject, type JsonValue } from '../json/json.ts';
import { fromBase64, toBase64 } from './base64.ts';

/**
 * Values with canisters, to JSON and back. Bytes become an object with the only key `$bytes`, in base64. An object that
 * already looks like that gets one more `$`, so that it is read back unchanged.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, inner: unknown) {
    // Not `inner`: some kinds of bytes have already become a list of numbers there.
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

/** The only key of an object and its value, if the key marks bytes or an object that looked like bytes. */
function markOf(value: unknown): { readonly key: string; readonly value: JsonValue | undefined } | undefined {
  if (!isJsonObject(value)) return undefined;
  const [key, other] = Object.keys(value);
  if (key === undefined || other !== undefined || !/^\$+bytes$/.test(key)) return undefined;
  return { key, value: value[key] };
}
