import type { JsonValue } from '../../ground/json/json.ts';
import { estimateText } from './estimate-tokens.ts';

/** In characters of sealed base64 for each token of thought. */
const sealedPerToken = 5;

/** Most reasoning comes readable and sealed at once, and counts once. */
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
