import type { Compacted } from '../../../converser/turn/compact-conversation.ts';
import type { Conversation } from '../../../converser/words/conversation/conversation.ts';
import type { Joined } from '../../../converser/words/conversation/converse-event.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import type { CompactNow } from '../../../house/run-turn.ts';

export interface CompactWatch {
  readonly signal: AbortSignal;
  readonly tell: (message: string) => void;
  /** The id of the only result to leave out. */
  readonly result?: string | undefined;
}

interface CompactOptions extends CompactWatch {
  readonly model: Model;
  readonly compact: CompactNow;
  readonly keep: (event: Joined) => Promise<void>;
}

export async function compactBetweenTurns(
  conversation: Conversation,
  { model, compact, signal, result, tell, keep }: CompactOptions,
): Promise<Compacted> {
  const events = compact(conversation, { model, signal, result });
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
    for (const event of next.value) {
      if (event.type === 'notice') tell(event.message);
      if (event.type === 'joined') await keep(event);
    }
  }
}
