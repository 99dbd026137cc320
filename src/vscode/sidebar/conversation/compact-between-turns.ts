import type { CompactionCanister } from '../../../converser/canister/canister.ts';
import type { Model } from '../../../converser/models/provider.ts';
import type { CompactNow } from '../../../house/run-turn.ts';
import type { CommittedConversation } from './committed-conversation.ts';

/** How a conversation is followed while it is compacted. */
export interface CompactWatch {
  readonly signal: AbortSignal;
  /** Is told what is being done. */
  readonly tell: (message: string) => void;
}

interface CompactOptions extends CompactWatch {
  readonly model: Model;
  readonly compact: CompactNow;
  /** Called whenever something was done. */
  readonly onStep: () => void;
}

/** Leaves out of requests what is old, and stores that. Resolves with nothing where nothing is old enough. */
export async function compactBetweenTurns(
  committed: CommittedConversation,
  { model, compact, signal, tell, onStep }: CompactOptions,
): Promise<CompactionCanister | undefined> {
  const keep = committed.keeping();
  const events = compact(committed.conversation, { model, signal });
  for (;;) {
    const next = await events.next();
    if (next.done) {
      const { compaction, spending } = next.value;
      await committed.storeSpending(spending);
      return compaction;
    }
    for (const event of next.value) {
      if (event.type === 'notice') tell(event.message);
      if (event.type === 'joined') await keep(event);
    }
    onStep();
  }
}
