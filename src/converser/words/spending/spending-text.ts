import { countText, durationText, numberText, tokenCountText } from '../../ground/wording/numbers.ts';
import { cacheLossTexts } from './cache-loss.ts';
import type { Spending } from './spending.ts';

export function spendingText(spending: Spending): string {
  const about = spending.estimated ? '≈ ' : '';
  const tokens = tokensText(spending);
  return [tokens === '' ? '' : `${about}${tokens}`, costsText(spending)].filter(Boolean).join(', ');
}

export function spokenSpending(spending: Spending): string {
  const { input, output, estimated } = spending;
  if (input + output === 0) return '';
  const tokens = `${numberText(input)} tokens in, ${numberText(output)} out`;
  return [`${estimated ? 'about ' : ''}${tokens}`, costsText(spending)].filter(Boolean).join(', ');
}

export function spendingFigures(spending: Spending): readonly string[] {
  const { requests, input, output, reasoning, cost, calls = 0, worked = 0, unpriced, estimated } = spending;
  return [
    `${countText(requests, 'request')}`,
    calls === 0 ? '' : countText(calls, 'tool call'),
    worked === 0 ? '' : `${durationText(worked)} of work`,
    [`${numberText(input)} tokens in`, ...cacheTexts(spending)].join(', '),
    `${numberText(output)} tokens out${reasoning > 0 ? `, ${numberText(reasoning)} for reasoning` : ''}`,
    ...cacheLossTexts(spending.anew),
    costsText(spending),
    unpriced === undefined || input + output === 0
      ? ''
      : `The price ${cost === undefined ? 'is' : `of ${numberText(unpriced)} ${unpriced === 1 ? 'request is' : 'requests is'}`} not known.`,
    estimated
      ? 'Some figures are estimated: the provider didn’t report all of them.'
      : 'Reported by the provider.',
  ].filter(Boolean);
}

function cacheTexts({ input, cached, written = 0 }: Spending): readonly string[] {
  const part = (count: number, how: string) =>
    count > 0 ? [`${numberText(count)} of them (${shareText(count, input)}) ${how} the cache`] : [];
  return [...part(cached, 'from'), ...part(written, 'written to')];
}

export function costText(dollars: number): string {
  if (dollars > 0 && dollars < 0.0001) return 'less than $0.0001';
  return `$${dollars.toFixed(dollars !== 0 && dollars < 0.1 ? 4 : 2)}`;
}

function tokensText({ input, output }: Spending): string {
  return input + output === 0 ? '' : `${tokenCountText(input)} → ${tokenCountText(output)} tokens`;
}

function costsText({ cost = 0, unpriced, input, output }: Spending): string {
  if (cost === 0) return '';
  return unpriced === undefined || input + output === 0 ? costText(cost) : `${costText(cost)} and more`;
}

function shareText(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.round((part / whole) * 100)} %`;
}
