import { compactionText } from '../../converser/words/texts/saving-texts.ts';
import { inform } from '../common/notices.ts';
import { withProgress } from '../common/with-progress.ts';
import type { AvailableModels } from '../models/available-models.ts';
import { chosenModel } from '../models/chosen-model.ts';
import type { LiveConversation } from '../sidebar/conversation/live-conversation.ts';
import type { SidebarConversation } from '../sidebar/conversation/sidebar-conversation.ts';

export interface CompactPorts {
  readonly conversation: SidebarConversation;
  readonly models: Pick<AvailableModels, 'all'>;
}

/** The page names a result that alone is left out. */
export async function compactNow(
  { conversation: { shown }, models }: CompactPorts,
  given?: unknown,
): Promise<void> {
  const result = typeof given === 'string' ? given : undefined;
  const why = whyNot(shown);
  if (why !== undefined) return void inform(why);
  const outcome = await withProgress('Compacting the conversation', async (signal, report) => {
    // What was told last says why nothing was left out.
    let told =
      result === undefined
        ? nothing
        : 'Nothing was left out: the result is pinned, short, or left out already.';
    const tell = (message: string) => {
      told = message;
      report(message);
    };
    const compaction = await shown.compact(await chosenModel(models.all, signal), { signal, tell, result });
    if (signal.aborted) return undefined;
    return compaction === undefined ? told : `Compacted: ${compactionText(compaction)}.`;
  });
  if (outcome !== undefined) void inform(outcome);
}

function whyNot({ running, stored: { client }, canisters }: LiveConversation): string | undefined {
  if (running) return 'A turn is running. Compact the conversation when it has ended.';
  if (client !== undefined) return `${client} leads this conversation, so only ${client} can compact it.`;
  return canisters.length === 0 ? 'The conversation is empty, so there is nothing to compact.' : undefined;
}

const nothing = 'Nothing was left out: the last two turns always stay, and nothing before them is long.';
