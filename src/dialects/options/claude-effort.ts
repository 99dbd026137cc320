import type { JsonValue } from '../../converser/json/json.ts';

type Entry = readonly [path: string, value: JsonValue];

/**
 * How hard to think, as a Claude model takes it: the older ones a budget, the newer ones a word. Nothing for models that
 * don't think. https://platform.claude.com/docs/en/build-with-claude/effort
 */
export function claudeEffort(
  effort: string,
  { model, maxTokens = Number.POSITIVE_INFINITY }: { readonly model: string; readonly maxTokens?: number },
): readonly Entry[] {
  if (/claude-(3-5|3-(opus|sonnet|haiku)|2|instant)/.test(model)) return [];
  const isOff = effort === 'none' || effort === 'minimal';
  if (isOff) return [['thinking', { type: 'disabled' }]];
  if (takesBudget.test(model)) {
    const budget = Math.min(budgets[effort] ?? 0, Math.floor(maxTokens / 2));
    return budget < leastBudget ? [] : [['thinking', { type: 'enabled', budget_tokens: budget }]];
  }
  if (!words.has(effort)) return [];
  return [
    ['thinking', { type: 'adaptive' }],
    ['output_config.effort', effort],
  ];
}

const takesBudget = /claude-(3-7|(opus|sonnet|haiku)-4(-[0-5])?(-\d{8}|@|$))/;

const leastBudget = 1_024;

/** Each leaves room for an answer within the limit that we set where the client sets none. */
const budgets: Readonly<Record<string, number>> = {
  low: 1_024,
  medium: 4_096,
  high: 6_144,
  xhigh: 6_144,
  max: 6_144,
};

const words: ReadonlySet<string> = new Set(['low', 'medium', 'high', 'xhigh', 'max']);
