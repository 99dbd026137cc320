import type { CompactionCanister } from '../../../converser/words/canister/canister.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import type { CompactNow } from '../../../house/run-turn.ts';
import type { ConversationStore } from '../../../store/conversation-store.ts';
import { changeAhead } from '../../../store/stored-conversation.ts';
import type { KeptConversation } from './kept-conversation.ts';

export interface CompactWatch {
  readonly signal: AbortSignal;
  readonly tell: (message: string) => void;
  /** The id of the only result to leave out. */
  readonly result?: string | undefined;
}

interface CompactOptions extends CompactWatch {
  readonly model: Model;
  readonly compact: CompactNow;
  readonly store: Pick<ConversationStore, 'append'>;
  readonly onJoined: () => void;
}

export async function compactBetweenTurns(
  kept: KeptConversation,
  { model, compact, store, signal, result, tell, onJoined }: CompactOptions,
): Promise<CompactionCanister | undefined> {
  const keep = kept.keeping();
  const events = compact(kept.now.conversation, { model, signal, result });
  for (;;) {
    const next = await events.next();
    if (next.done) {
      const { compaction, spending } = next.value;
      if (spending.requests > 0) await store.append(kept.id, [], { spending });
      return compaction;
    }
    for (const event of next.value) {
      if (event.type === 'notice') tell(event.message);
      if (event.type !== 'joined') continue;
      await keep(event);
      await keep(changeAhead);
      onJoined();
    }
  }
}
