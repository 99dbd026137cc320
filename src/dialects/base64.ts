const known = new WeakMap<Uint8Array, string>();

/** Bytes are never changed once they are content, and the same ones are sent in every round. */
export function toBase64(bytes: Uint8Array): string {
  const before = known.get(bytes);
  if (before !== undefined) return before;
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  const base64 = btoa(binary);
  known.set(bytes, base64);
  return base64;
}

/** `undefined` for what is no base64. */
export function fromBase64(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
