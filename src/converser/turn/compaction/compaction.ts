import { findSuperseded } from '../../call/invocation/deduplication/find-superseded.ts';
import type { Host } from '../../ground/host.ts';
import { defined } from '../../ground/json/defined.ts';
import type { Canister, CompactionCanister, CompactionReason } from '../../words/canister/canister.ts';
import { newCanister } from '../../words/canister/new-canister.ts';
import type { WindowMeasure } from '../../words/context-window/window-measure.ts';
import type { ConverseEvent } from '../../words/conversation/converse-event.ts';
import type { CallableInvokers } from '../../words/ensemble/ensemble-roster.ts';
import { fullName } from '../../words/ensemble/invoker.ts';
import type { ToolDefinition } from '../../words/models/provider.ts';
import type { Contents } from '../../words/workspace/contents.ts';
import { type Draft, draftOf, planCompaction } from './plan-compaction.ts';
import type { SentHistory } from './sent-history.ts';
import type { Summarizing } from './summarizing.ts';

export interface CompactingOptions {
  readonly sent: SentHistory;
  readonly callable: Pick<CallableInvokers, 'invokers'>;
  readonly contents: Contents | undefined;
  readonly summarizing: Summarizing;
  readonly host: Pick<Host, 'ids' | 'clock'>;
  readonly measure: Measure;
}

export interface RequestAround {
  readonly above: readonly Canister[];
  readonly tools: readonly ToolDefinition[];
}

export type Measure = (request: NextRequest) => Pick<WindowMeasure, 'total' | 'reserved'>;

export interface NextRequest {
  readonly canisters: readonly Canister[];
  readonly tools: readonly ToolDefinition[];
}

export interface Wanted {
  readonly reason: CompactionReason;
  readonly around: RequestAround;
  readonly target: number;
  readonly mostUnforced: number;
  /** Tokens that have to become free: the provider reads and bills anew what comes after a change. */
  readonly least: number;
  readonly window: CompactionCanister['window'];
}

export type Compact = (
  wanted: Wanted,
) => AsyncGenerator<readonly ConverseEvent[], CompactionCanister | undefined>;

export function createCompact(options: CompactingOptions): Compact {
  const { sent, callable, contents, summarizing, host, measure } = options;

  function plan(wanted: Wanted, sizeOf: (draft: Draft) => number): Draft {
    const invokers = new Map(callable.invokers().map(invoker => [fullName(invoker), invoker]));
    const superseded = findSuperseded(sent.history(), {
      sent: sent.sent(),
      isHidden: sent.isHidden,
      invokerOf: invocation => invokers.get(fullName(invocation)),
      spell: contents?.spell,
    });
    const [compactions, read] = [sent.compactions(), sent.sent()];
    const asked = { compactions, sent: read, superseded, sizeOf, target: wanted.target };
    const draft = planCompaction(sent.history(), { ...asked, isForced: false });
    if (sizeOf(draft) <= wanted.mostUnforced) return draft;
    return planCompaction(sent.history(), { ...asked, isForced: true });
  }

  return async function* compact(wanted) {
    const { above, tools } = wanted.around;
    const sizeOf = (draft: Draft) => measure({ canisters: sent.after(above, [draftOf(draft)]), tools }).total;
    const before = measure({ canisters: sent.after(above), tools }).total;
    const frees = (draft: Draft) => before - sizeOf(draft) >= Math.max(1, wanted.least);
    const draft = plan(wanted, sizeOf);
    if (!frees(draft)) return undefined;
    // Without a summary, turns go only if the request would be rejected with them.
    const mayList = wanted.reason === 'overflow' || sizeOf({ ...draft, passages: [] }) > wanted.mostUnforced;
    const summaries = yield* summarizing(draft.passages, { sent, mayList, window: wanted.window?.tokens });
    if (summaries === 'stopped') return undefined;
    const made = { results: draft.results, passages: summaries };
    if (!frees(made)) {
      if (summaries.length > 0) yield [{ type: 'notice', message: tooLong }];
      return undefined;
    }
    return defined({
      ...newCanister('compaction', host),
      role: 'compaction' as const,
      content: [],
      reason: wanted.reason,
      ...made,
      tokens: { before, after: sizeOf(made) },
      window: wanted.window,
    });
  };
}

const tooLong = 'The summary is about as long as what it stands for, so nothing is left out.';
