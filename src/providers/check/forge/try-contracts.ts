import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import { type ErrorData, errorData, errors } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import { type ContractForm, contractStyles } from '../../../dialects/contract/forms/contract-form.ts';
import { contractCases } from './cases.ts';
import type { ContractTrial } from './contract-trial.ts';
import { runCase } from './run-case.ts';

export interface ForgeOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly isConstrained: boolean;
  readonly onCase?: (at: number, most: number) => void;
}

export type Forged =
  | { readonly type: 'tried'; readonly best: ContractTrial }
  | { readonly type: 'stopped'; readonly error: ErrorData };

const stages: readonly { readonly upTo: number; readonly contracts: number }[] = [
  { upTo: 6, contracts: 16 },
  { upTo: contractCases.length, contracts: 4 },
];

/** Most cases make one request, and none more than two. Tokens are estimated. */
const cases = stages.reduce(
  (sum, { upTo, contracts }, at) => sum + contracts * (upTo - (stages[at - 1]?.upTo ?? 0)),
  0,
);
export const forgeCost = { requests: cases * 2, input: cases * 1_200, output: cases * 100 } as const;

interface Trial extends ContractTrial {
  readonly tokens: number;
}

/** Never rejects. Errors of the server end it, because they say nothing about a contract. */
export async function tryContracts(model: Model, options: ForgeOptions): Promise<Forged> {
  const { signal, onCase } = options;
  let trials: readonly Trial[] = formsFor(options).map(form => ({ form, right: 0, of: 0, tokens: 0 }));
  let done = 0;
  let hasAnswered = false;
  let unanswered: ErrorData | undefined;
  for (const { upTo, contracts } of stages) {
    const going: Trial[] = [];
    for (let trial of ranked(trials).slice(0, contracts)) {
      for (const each of contractCases.slice(trial.of, upTo)) {
        onCase?.(++done, cases);
        const ran = await orAborted(runCase(model, { each, form: trial.form, ...options }), signal);
        if (ran === aborted) return { type: 'stopped', error: errorData(errors.cancelled()) };
        if (ran.type === 'failed') return { type: 'stopped', error: ran.error };
        hasAnswered ||= ran.error === undefined;
        unanswered = ran.error ?? unanswered;
        const { form, right, of, tokens } = trial;
        trial = { form, right: right + (ran.isRight ? 1 : 0), of: of + 1, tokens: tokens + ran.tokens };
      }
      going.push(trial);
    }
    if (!hasAnswered && unanswered !== undefined) return { type: 'stopped', error: unanswered };
    trials = going;
  }
  const [best] = ranked(trials);
  if (best === undefined) return { type: 'stopped', error: errorData(errors.cancelled()) };
  const { form, right, of } = best;
  return { type: 'tried', best: { form, right, of } };
}

function ranked(trials: readonly Trial[]): readonly Trial[] {
  return trials.toSorted((a, b) => b.right - a.right || a.tokens - b.tokens);
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
