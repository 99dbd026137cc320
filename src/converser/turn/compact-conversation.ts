import type { CompactionCanister } from '../words/canister/canister.ts';
import { windowGauge } from '../words/context-window/window-gauge.ts';
import type { Conversation } from '../words/conversation/conversation.ts';
import type { ConverseEvent } from '../words/conversation/converse-event.ts';
import type { Model } from '../words/models/provider.ts';
import { createLedger } from '../words/spending/ledger.ts';
import type { TurnSpending } from '../words/spending/spending.ts';
import { createCompact, type NextRequest } from './compaction/compaction.ts';
import { leaveOutResult } from './compaction/leave-out-result.ts';
import { createSentHistory } from './compaction/sent-history.ts';
import { createSummarizing } from './compaction/summarizing.ts';
import type { ConversePorts } from './converse-options.ts';
import { joinTurn } from './join-turn.ts';
import { createAccount } from './limits/turn-account.ts';
import { createModelsBeside } from './reply/ask-models-beside.ts';
import { heldRequest } from './reply/cache-watch.ts';

export interface CompactOptions {
  readonly ports: Pick<ConversePorts, 'roster' | 'host' | 'limits' | 'totals' | 'contents' | 'models'>;
  readonly model: Model;
  readonly signal: AbortSignal;
  /** The id of the result that alone is left out, however new it is. */
  readonly result?: string | undefined;
}

export interface Compacted {
  readonly compaction?: CompactionCanister;
  readonly spending: TurnSpending;
}

const remaining = 0.2;

const leastFreed = 200;

export async function* compactConversation(
  conversation: Conversation,
  { ports, model, signal, result }: CompactOptions,
): AsyncGenerator<readonly ConverseEvent[], Compacted> {
  const { roster, host, limits, totals, contents, models } = ports;
  const turn = conversation.begin();
  const ledger = createLedger({ model, before: conversation.spending });
  const answering = { model };
  const account = createAccount({
    ...{ conversation, answering, caps: limits.caps, ledger, totals, signal, host },
  });
  try {
    const beside = createModelsBeside({ answering, models, host, ledger, account });
    const gauge = windowGauge(conversation, model);
    const measure = (request: NextRequest) => gauge.measure(request);
    const sent = createSentHistory(conversation, turn);
    const held = () => heldRequest(conversation, { model, clock: host.clock });
    const summarizing = createSummarizing({ beside, held, signal });
    const compact = createCompact({ sent, callable: roster, contents, summarizing, host, measure });
    const around = { above: [], tools: [] };
    const { total } = measure({ canisters: sent.after([]), tools: [] });
    const wanted = {
      reason: 'asked',
      around,
      target: total * remaining,
      mostUnforced: Number.POSITIVE_INFINITY,
      least: leastFreed,
      window: undefined,
    } as const;
    const compaction =
      result === undefined
        ? yield* compact(wanted)
        : leaveOutResult(result, {
            sent,
            host,
            sizeOf: canisters => measure({ canisters, tools: [] }).total,
          });
    if (compaction === undefined || signal.aborted) return { spending: ledger.turn() };
    yield joinTurn(turn, [compaction]);
    return { compaction, spending: ledger.turn() };
  } finally {
    account.end();
    turn.end();
    conversation.spend(ledger.spent().turn);
  }
}
