import type { JsonValue } from './json.ts';

/**
 * Values that hold canisters, as JSON and back. Bytes become an object with the one key
 * `$bytes`, in base64; all else is JSON already.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner instanceof Uint8Array ? { $bytes: toBase64(inner) } : inner,
  );
}

export function fromJson<T>(json: string): T {
  return JSON.parse(json, (_key, inner: JsonValue) => {
    const isBytes =
      typeof inner === 'object' && inner !== null && '$bytes' in inner && Object.keys(inner).length === 1;
    return isBytes && typeof inner.$bytes === 'string' ? fromBase64(inner.$bytes) : inner;
  }) as T;
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}

function fromBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), character => character.charCodeAt(0));
}
