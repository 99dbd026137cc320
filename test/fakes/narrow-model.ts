import type { Overflow } from '../../src/converser/ground/context-overflow.ts';
import { errorData } from '../../src/converser/ground/errors.ts';
import { contextOverflow } from '../../src/converser/ground/overflow-error.ts';
import { textOf } from '../../src/converser/words/canister/content.ts';
import type { ModelEvent, ModelRequest } from '../../src/converser/words/models/provider.ts';
import { estimateRequest } from '../../src/converser/words/spending/estimate-request.ts';
import {
  conversationQuestion,
  summaryInstructions,
} from '../../src/converser/words/texts/summary-request.ts';
import { createScriptedModel, type Script, type ScriptedModel, says } from './scripted-model.ts';

export interface NarrowModelOptions {
  /** Tokens that a request may have: one that has more is rejected. */
  readonly window: number;
  /** What it tells of that in advance. Absent: nothing. */
  readonly told?: number;
  /** What it says when it rejects a request. Default: both numbers. */
  readonly saying?: (overflow: Required<Pick<Overflow, 'tokens' | 'window'>>) => Overflow;
  /** What it writes when it is to summarize. */
  readonly summary?: string | undefined;
  /** What it does when it is to summarize at the end of a conversation. Default: as in a request of its own. */
  readonly goesOn?: readonly ModelEvent[];
  /** Whether it tells how many tokens a request had. */
  readonly counts?: boolean;
}

/** A model that plays a script for each request that fits into its window, and rejects all others. */
export function createNarrowModel(
  {
    window,
    told,
    saying = all => all,
    summary = 'They looked at files.',
    goesOn,
    counts = false,
  }: NarrowModelOptions,
  ...scripts: readonly Script[]
): ScriptedModel & {
  readonly rejected: readonly ModelRequest[];
  readonly summarized: readonly ModelRequest[];
} {
  const scripted = createScriptedModel(...scripts);
  const rejected: ModelRequest[] = [];
  const summarized: ModelRequest[] = [];
  return {
    ...scripted,
    rejected,
    summarized,
    capabilities: { ...scripted.capabilities, ...(told === undefined ? {} : { contextTokens: told }) },
    async *reply(request, signal) {
      const tokens = estimateRequest(request, scripted.provider);
      if (tokens > window) {
        rejected.push(request);
        const overflow = contextOverflow(scripted.label, saying({ tokens, window }));
        yield { type: 'failure', error: errorData(overflow) };
      } else if (isSummary(request)) {
        summarized.push(request);
        yield* goesOn !== undefined && endsInSummary(request) ? goesOn : says(summary);
      } else {
        if (counts) yield { type: 'usage', usage: { input: tokens, output: 1 } };
        yield* scripted.reply(request, signal);
      }
    },
  };
}

function isSummary(request: ModelRequest): boolean {
  const [first] = request.canisters;
  const isOwn =
    first?.role === 'supervisor' && JSON.stringify(first.content).includes(summaryInstructions.slice(0, 40));
  return isOwn || endsInSummary(request);
}

function endsInSummary({ canisters }: ModelRequest): boolean {
  return textOf(canisters.at(-1)?.content ?? []).startsWith(conversationQuestion('').slice(0, 40));
}
