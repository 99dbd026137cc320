import type { JsonValue } from '../converser/ground/json/json.ts';
import type { OpaqueContent } from '../converser/words/canister/content.ts';

const mark = 'converser:';

/** A client of another wire or provider passes the text through unread. */
export function seal({ provider, data }: OpaqueContent): string {
  return mark + encodeURIComponent(JSON.stringify([provider, data]));
}

export function unseal(sealed: string): OpaqueContent | undefined {
  if (!sealed.startsWith(mark)) return undefined;
  try {
    const read = JSON.parse(decodeURIComponent(sealed.slice(mark.length))) as JsonValue;
    const [provider, data] = Array.isArray(read) ? (read as readonly JsonValue[]) : [];
    return typeof provider === 'string' ? { type: 'opaque', provider, data: data ?? null } : undefined;
  } catch {
    return undefined;
  }
}
