import { shortestSecret } from './secret-values.ts';

/** In characters that are compared at once. */
const gram = 4;

/** Wherever a needle stands, a gram of its first characters begins at a multiple of this. */
const stride = shortestSecret - gram + 1;

const slots = 1 << 16;

/** `true` means that a needle may be there. Searching for each would take longer than the rest of a call. */
export function createMayHold(needles: readonly string[]): (text: string) => boolean {
  const grams = new Set<string>();
  const isUsed = new Uint8Array(slots);
  for (const needle of needles) {
    for (let at = 0; at < stride; at++) {
      grams.add(needle.slice(at, at + gram));
      isUsed[slotAt(needle, at)] = 1;
    }
  }
  return text => {
    for (let at = 0; at + gram <= text.length; at += stride) {
      if (isUsed[slotAt(text, at)] === 1 && grams.has(text.slice(at, at + gram))) return true;
    }
    return false;
  };
}

/** Written out for speed, because all results pass here. */
function slotAt(text: string, at: number): number {
  const first = text.charCodeAt(at) + (text.charCodeAt(at + 1) << 5);
  const second = text.charCodeAt(at + 2) + (text.charCodeAt(at + 3) << 5);
  return (first * 31 + (second << 4)) & (slots - 1);
}
