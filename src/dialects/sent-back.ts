import { isJsonObject } from '../converser/ground/json/json.ts';
import type { Content, OpaqueContent } from '../converser/words/canister/content.ts';

/** What a client of the gateway sends back is for every server that is asked. */
export const sentByClient = '';

/** Many models want their thoughts back, and clients send them in the plain text that the gateway gave them. */
export function clientThought(thought: string): OpaqueContent {
  return { type: 'opaque', provider: sentByClient, data: { thought } };
}

export function clientThoughtIn(part: Content): string | undefined {
  if (part.type !== 'opaque' || part.provider !== sentByClient || !isJsonObject(part.data)) return undefined;
  const { thought } = part.data;
  return typeof thought === 'string' ? thought.toWellFormed() : undefined;
}

/**
 * Stands where a server wants a thought and there is none. It differs from call to call, because models repeat one that
 * is the same everywhere: https://github.com/Lingtai-AI/lingtai-kernel/issues/9
 */
export function thoughtOf(calls: readonly object[]): string {
  return `I call ${JSON.stringify(calls).slice(0, 300)}.`.toWellFormed();
}
