import type { JsonValue } from '../../ground/json/json.ts';
import { estimateText } from './estimate-tokens.ts';

/** Characters of what a vendor has sealed in base64 that come to about one token of the thought inside. */
const sealedPerToken = 5;

/**
 * About how many tokens reasoning has that goes back to its provider. Most of it comes readable and sealed at once, and
 * counts once.
 */
export function reasoningTokens(data: JsonValue): number {
  const readable: string[] = [];
  let sealed = 0;
  for (const value of stringsIn(data)) {
    if (isSealed(value)) sealed += value.length / sealedPerToken;
    else readable.push(value);
  }
  return Math.max(sealed, estimateText(readable.join(' ')));
}

function isSealed(value: string): boolean {
  return value.length > 100 && /^[\w+/=-]+$/.test(value);
}

function stringsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(stringsIn);
}
