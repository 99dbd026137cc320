import { type Listen, listeners } from '../../ground/async/listeners.ts';
import type { Exposure } from '../../words/labels/exposure.ts';

/** Remembers it until the host ends. Later content of the same sources is clean too, but no other source. */
export interface ClearedConversations {
  of(conversationId: string): ReadonlySet<string>;
  clear(conversationId: string, exposure: Exposure): void;
  readonly onDidClear: Listen<string>;
}

export function createClearedConversations(): ClearedConversations {
  const cleared = new Map<string, ReadonlySet<string>>();
  const { listen, fire } = listeners<string>();
  return {
    of: conversationId => cleared.get(conversationId) ?? nothing,
    clear(conversationId, exposure) {
      cleared.set(conversationId, new Set([...(cleared.get(conversationId) ?? []), ...keysOf(exposure)]));
      fire(conversationId);
    },
    onDidClear: listen,
  };
}

const nothing: ReadonlySet<string> = new Set();

function keysOf({ outside, described, secrets }: Exposure): readonly string[] {
  return [...outside.keys(), ...described.keys(), ...[...secrets.keys()].map(secretKey)];
}

export function secretKey(name: string): string {
  return `secret:${name}`;
}
