import { aborted, orAborted } from '../../../converser/async/abort.ts';
import { type ErrorData, errorData, errors } from '../../../converser/errors.ts';
import type { Model } from '../../../converser/models/provider.ts';
import type { Clock } from '../../../converser/ports.ts';
import { type ContractForm, contractStyles } from '../../../dialects/contract/forms/contract-form.ts';
import { contractCases } from './cases.ts';
import { type ContractTrial, ranked } from './contract-trial.ts';
import { type RanCase, runCase } from './run-case.ts';

export interface ForgeOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Whether the model's server holds replies to a schema. */
  readonly isConstrained: boolean;
  /** Hears of all trials whenever a case is done, and which of them is going on. */
  readonly onCase?: (trials: readonly ContractTrial[], running: ContractTrial | undefined) => void;
}

/** All trials, the best one first, or why there are none. */
export type Forged =
  | { readonly type: 'tried'; readonly trials: readonly ContractTrial[] }
  | { readonly type: 'stopped'; readonly error: ErrorData };

/** The cases after which only so many contracts go on. Each makes one request for most cases, and two at most. */
const stages: readonly { readonly upTo: number; readonly contracts: number }[] = [
  { upTo: 6, contracts: 16 },
  { upTo: contractCases.length, contracts: 4 },
];

/** The most that it costs. Tokens are estimated. */
const cases = stages.reduce(
  (sum, { upTo, contracts }, at) => sum + contracts * (upTo - (stages[at - 1]?.upTo ?? 0)),
  0,
);
export const forgeCost = { requests: cases * 2, input: cases * 1_200, output: cases * 100 } as const;

/**
 * Tries several contracts on small cases, and goes on to the last case with those that do best. Never rejects. Errors of
 * the server end it: they say nothing about a contract.
 */
export async function tryContracts(model: Model, options: ForgeOptions): Promise<Forged> {
  let trials: readonly ContractTrial[] = formsFor(options).map(form => ({
    form,
    right: 0,
    of: 0,
    tokens: 0,
    took: 0,
  }));
  let from = 0;
  let hasAnswered = false;
  let unanswered: ErrorData | undefined;
  for (const { upTo, contracts } of stages) {
    for (const { form } of ranked(trials).slice(0, contracts)) {
      for (const each of contractCases.slice(from, upTo)) {
        const trial = trials.find(known => known.form === form);
        if (trial === undefined) break;
        options.onCase?.(ranked(trials), trial);
        const ran = await orAborted(runCase(model, { each, form, ...options }), options.signal);
        if (ran === aborted) return { type: 'stopped', error: errorData(errors.cancelled()) };
        if (ran.type === 'failed') return { type: 'stopped', error: ran.error };
        hasAnswered ||= ran.error === undefined;
        unanswered = ran.error ?? unanswered;
        trials = trials.map(known => (known === trial ? counted(trial, ran) : known));
      }
    }
    // If every request fails, the trials show nothing about the model.
    if (!hasAnswered && unanswered !== undefined) return { type: 'stopped', error: unanswered };
    from = upTo;
  }
  options.onCase?.(ranked(trials), undefined);
  return { type: 'tried', trials: ranked(trials) };
}

function counted(
  trial: ContractTrial,
  { isRight, tokens, took }: Extract<RanCase, { type: 'ran' }>,
): ContractTrial {
  return {
    form: trial.form,
    right: trial.right + (isRight ? 1 : 0),
    of: trial.of + 1,
    tokens: trial.tokens + tokens,
    took: Math.round(trial.took + took),
  };
}

function formsFor({ isConstrained }: ForgeOptions): readonly ContractForm[] {
  const both = [false, true];
  const shapes = both.flatMap(examples =>
    (['full', 'signatures'] as const).map(tools => ({ examples, tools })),
  );
  const free = contractStyles.flatMap(style =>
    shapes.map(shape => ({ style, ...shape, constrained: false })),
  );
  const held = shapes.map(shape => ({ style: 'json' as const, ...shape, constrained: true }));
  return isConstrained ? [...free, ...held] : free;
}
