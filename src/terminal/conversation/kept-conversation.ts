import type { Host } from '../../converser/ground/host.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { textOf } from '../../converser/words/canister/content.ts';
import { isPrompt } from '../../converser/words/canister/input.ts';
import { type Conversation, createConversation } from '../../converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../converser/words/conversation/converse-event.ts';
import type { TurnSpending } from '../../converser/words/spending/spending.ts';
import type { ConversationStore, StoredConversation as Listed } from '../../store/conversation-store.ts';
import { titleOf } from '../../store/conversation-title.ts';
import {
  createTurnKeeper,
  loadConversation,
  type StoredConversation,
} from '../../store/stored-conversation.ts';
import { brief } from '../render/printable.ts';
import { forgetOldest, openStore } from '../state/terminal-store.ts';
import { conversationLines } from './list-things.ts';

export interface KeptConversation {
  readonly store: ConversationStore;
  readonly conversation: Conversation;
  /** Stores what the events of one turn add. Never rejects. */
  keeping(): (event: ConverseEvent) => Promise<void>;
  spend(spending: TurnSpending): Promise<void>;
  begin(): void;
  /** Takes an id, a part of one, or nothing for the last conversation. Resolves to what is wrong. */
  resume(id: string | undefined): Promise<string | undefined>;
  /** Reads again what was stored. */
  reload(): Promise<void>;
  list(): Promise<readonly Listed[]>;
  /** Says where you are, with the last message. */
  titleText(): string;
}

export async function openConversation(
  roots: readonly string[],
  host: Pick<Host, 'ids' | 'log' | 'alerts'>,
): Promise<KeptConversation> {
  const store = openStore(roots);
  const fresh = (): StoredConversation => ({
    conversation: createConversation(host.ids.next('conversation')),
    spendings: {},
    thoughts: new Map(),
  });
  let kept = fresh();
  await forgetOldest(roots);
  return {
    store,
    get conversation() {
      return kept.conversation;
    },
    keeping() {
      const keep = createTurnKeeper(kept, { store, host });
      return async event => {
        if (event.type === 'joined' || event.type === 'turn-end') kept = { ...kept, ...(await keep(event)) };
      };
    },
    async spend(spending) {
      await store.append(kept.conversation.id, [], { spending }).catch(() => {});
    },
    begin() {
      kept = fresh();
    },
    async resume(id) {
      const all = await store.list();
      const found = id === undefined ? all.slice(0, 1) : all.filter(each => each.id.includes(id));
      const only = found.find(each => each.id === id) ?? (found.length === 1 ? found[0] : undefined);
      if (only === undefined) return notFound(id, all);
      kept = await loadConversation(store, only.id);
      return undefined;
    },
    async reload() {
      // What could not be stored is only here.
      if (kept.unstored === undefined || kept.unstored.length === 0)
        kept = await loadConversation(store, kept.conversation.id);
    },
    list: () => store.list(),
    titleText() {
      const asked = kept.conversation.canisters.filter(each => each.role === 'user' && isPrompt(each));
      const last = asked.at(-1);
      const title = brief(titleOf(kept.conversation.canisters).title, 60);
      return `“${title}”: ${countText(asked.length, 'message')}, the last: ${brief(textOf(last?.content ?? []))}`;
    },
  };
}

function notFound(id: string | undefined, all: readonly Listed[]): string {
  if (all.length === 0) return 'No conversation is stored for this folder yet.';
  const known = conversationLines(all).map(line => `\n  ${line}`);
  return `Conversation ${id} not found, or not the only one. Stored for this folder:${known.join('')}`;
}
