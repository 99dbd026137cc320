import { perObject } from '../../ground/object-memory.ts';

export const toBase64 = perObject((bytes: Uint8Array): string => {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
});

export function fromBase64(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
