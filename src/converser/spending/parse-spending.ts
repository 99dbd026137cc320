import { isJsonObject } from '../json/json.ts';
import type { Spending, TurnSpending } from './spending.ts';

/** What was kept of a turn's spending; nothing when it is damaged. */
export function parseTurnSpending(value: unknown): TurnSpending | undefined {
  const total = parseSpending(value);
  if (total === undefined || !isJsonObject(value)) return undefined;
  const rounds = Array.isArray(value.rounds) ? value.rounds.map(parseSpending) : [];
  return { ...total, rounds: rounds.every(round => round !== undefined) ? rounds : [] };
}

function parseSpending(value: unknown): Spending | undefined {
  if (!isJsonObject(value)) return undefined;
  const { requests, input, output, cached, reasoning, cost, unpriced, estimated } = value;
  const isWhole = [requests, input, output, cached, reasoning].every(isAmount);
  if (!isWhole || ![cost, unpriced].every(amount => amount === undefined || isAmount(amount)))
    return undefined;
  return {
    requests: Number(requests),
    input: Number(input),
    output: Number(output),
    cached: Number(cached),
    reasoning: Number(reasoning),
    ...(cost === undefined ? {} : { cost: Number(cost) }),
    ...(unpriced === undefined ? {} : { unpriced: Number(unpriced) }),
    ...(estimated === true ? { estimated } : {}),
  };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
