import type { Canister } from '../canister/canister.ts';
import { fenced } from '../caution/fence.ts';
import type { Turn } from '../conversation/conversation.ts';
import type { ConverseEvent } from '../conversation/converse-event.ts';
import type { CallableInvokers } from '../ensemble/ensemble-roster.ts';
import { fullName } from '../ensemble/invoker.ts';
import { findSuperseded } from '../invocation/deduplication/find-superseded.ts';
import type { Model, ToolDefinition } from '../models/provider.ts';
import { estimateRequest } from '../spending/estimate-request.ts';
import { trimmedText } from '../wording/saving-texts.ts';
import type { Contents } from '../workspace/contents.ts';
import type { SentHistory } from './sent-history.ts';

export interface TrimmingOptions {
  readonly model: Model;
  readonly callable: Pick<CallableInvokers, 'invokers'>;
  readonly contents: Contents | undefined;
  /** See `Limits.trimAt`. */
  readonly trimAt: number;
}

/** What is to be sent besides the history, and the turn that remembers what is left out of it. */
export interface NextRequest {
  readonly above: readonly Canister[];
  readonly tools: readonly ToolDefinition[];
  readonly turn: Turn;
}

/** Leaves out results that newer ones replace where the next request nears the model's window, and says so. */
export type Trimming = (next: NextRequest) => Generator<readonly ConverseEvent[], void>;

/**
 * The share of the window that has to become free. A provider's cache holds what requests begin with, so that each time
 * something is left out, what comes after it is paid for in full once more.
 */
const leastFreed = 0.05;

export function createTrimming(
  sent: SentHistory,
  { model, callable, contents, trimAt }: TrimmingOptions,
): Trimming {
  return function* trim({ above, tools, turn }) {
    const window = model.capabilities.contextTokens;
    if (window === undefined) return;
    const size = estimateRequest({ canisters: fenced(sent.after(above)), tools }, model.provider);
    if (size <= window * trimAt) return;
    const invokers = new Map(callable.invokers().map(invoker => [fullName(invoker), invoker]));
    const found = findSuperseded(sent.history(), {
      ...sent,
      invokerOf: invocation => invokers.get(fullName(invocation)),
      spell: contents?.spell,
    });
    if (found === undefined || (found.tokens < window * leastFreed && size <= window)) return;
    sent.supersede(found);
    turn.supersede(found);
    yield [{ type: 'notice', message: trimmedText(found) }];
  };
}
