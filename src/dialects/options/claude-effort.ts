import type { Effort } from '../../converser/ground/wording/effort-names.ts';
import type { Entry } from './option-paths.ts';

/** Older models take a budget, newer ones a word: https://platform.claude.com/docs/en/build-with-claude/effort */
export function claudeEffort(
  effort: string,
  { model, maxTokens = Number.POSITIVE_INFINITY }: { readonly model: string; readonly maxTokens?: number },
): readonly Entry[] {
  if (!thinks(model)) return [];
  const isOff = effort === 'none' || effort === 'minimal';
  if (isOff) {
    if (alwaysThinks.test(model)) return claudeEffort('low', { model, maxTokens });
    return [['thinking', { type: thinksBetweenTools.test(model) ? 'between_tools' : 'disabled' }]];
  }
  if (takesBudget.test(model)) {
    const budget = Math.min(budgets[effort] ?? 0, Math.floor(maxTokens / 2));
    return budget < leastBudget ? [] : [['thinking', { type: 'enabled', budget_tokens: budget }]];
  }
  if (!words.has(effort)) return [];
  const word = effort === 'xhigh' && /-4-[56]/.test(model) ? 'high' : effort;
  return [...seenThinking(model), ['output_config.effort', word]];
}

/** Asks for as much visible thinking as the model decides. Returns nothing for models that need a budget for it. */
export function seenThinking(model: string): readonly Entry[] {
  if (!thinks(model) || takesBudget.test(model)) return [];
  // Newer models leave their thoughts out unless they are asked for.
  const isHidden = !/-4-6/.test(model);
  return [['thinking', { type: 'adaptive', ...(isHidden && { display: 'summarized' }) }]];
}

export function claudeEfforts(model: string): readonly Effort[] {
  if (!thinks(model)) return [];
  const off: readonly Effort[] = alwaysThinks.test(model) ? [] : ['none'];
  const more: readonly Effort[] = takesBudget.test(model) || /-4-6/.test(model) ? ['max'] : ['xhigh', 'max'];
  return [...off, 'low', 'medium', 'high', ...more];
}

function thinks(model: string): boolean {
  return /claude/.test(model) && !/claude-(3-5|3-(opus|sonnet|haiku)|2|instant)/.test(model);
}

/** https://platform.claude.com/docs/en/about-claude/models/overview: "Adaptive (always on)" */
const alwaysThinks = /claude-(fable|mythos|opus-(5-[5-9]|[6-9]))/;

/** These models take no lower level: https://platform.claude.com/docs/en/models/sonnet-5-5/migration-guide */
const thinksBetweenTools = /claude-sonnet-(5-[5-9]|[6-9])/;

/** Newer models refuse other temperatures: https://platform.claude.com/docs/en/models/sonnet-5/overview */
export function claudeSamples(model: string): boolean {
  return !/claude-(fable|mythos|(opus|sonnet|haiku)-([5-9]|4-[7-9])(?!\d))/.test(model);
}

const takesBudget = /claude-(3-7|(opus|sonnet|haiku)-4(-[0-5])?(-\d{8}|@|$))/;

const leastBudget = 1_024;

/** Half of a reply is left for the answer. */
const budgets: Readonly<Record<string, number>> = {
  low: 1_024,
  medium: 8_192,
  high: 16_384,
  xhigh: 24_576,
  max: 31_999,
};

const words: ReadonlySet<string> = new Set(['low', 'medium', 'high', 'xhigh', 'max']);
