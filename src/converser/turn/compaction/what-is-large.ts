import { countText } from '../../ground/wording/numbers.ts';
import type { Canister } from '../../words/canister/canister.ts';
import { isInput } from '../../words/canister/input.ts';
import { estimateRequest } from '../../words/spending/estimate-request.ts';
import type { NextRequest } from './compaction.ts';
import { turnsOf } from './parts-of-history.ts';

export function whatIsLarge({ canisters, tools }: NextRequest, provider: string): readonly string[] {
  const last = turnsOf(canisters).at(-1) ?? { start: 0, end: canisters.length };
  const inLast = (at: number) => at >= last.start;
  const of = (isMeant: (canister: Canister, at: number) => boolean) =>
    estimateRequest({ canisters: canisters.filter(isMeant), tools: [] }, provider);
  const parts: readonly (readonly [tokens: number, what: string])[] = [
    [
      estimateRequest({ canisters: [], tools }, provider),
      `the descriptions of ${countText(tools.length, 'tool')}`,
    ],
    [of(({ role }) => role === 'supervisor'), 'the instructions'],
    [of(({ role }, at) => inLast(at) && role === 'user'), 'your message'],
    [of((canister, at) => inLast(at) && isAttached(canister)), 'its attachments'],
    [of((canister, at) => inLast(at) && !isInput(canister)), 'what the model has done for it'],
    [of((canister, at) => !inLast(at) && canister.role !== 'supervisor'), 'what was said before'],
  ];
  const all = parts.reduce((sum, [tokens]) => sum + tokens, 0);
  return parts
    .filter(([tokens]) => tokens > all * leastShare)
    .toSorted(([a], [b]) => b - a)
    .map(([tokens, what]) => `${what}, about ${countText(tokens, 'token')}`);
}

const leastShare = 0.05;

function isAttached(canister: Canister): boolean {
  return canister.role === 'document' && canister.stands === undefined;
}
