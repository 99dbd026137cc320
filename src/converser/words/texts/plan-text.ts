import type { InvocationCanister, ResultCanister } from '../canister/canister.ts';

export type Plan = readonly PlanStep[];

export interface PlanStep {
  readonly text: string;
  readonly state: StepState;
}

export type StepState = 'pending' | 'in_progress' | 'done' | 'dropped';

export const stepStateTexts: Readonly<Record<StepState, string>> = {
  pending: 'To do',
  in_progress: 'In progress',
  done: 'Done',
  dropped: 'Dropped',
};

const marks: Readonly<Record<StepState, string>> = {
  pending: ' ',
  in_progress: '>',
  done: 'x',
  dropped: '-',
};
const states = new Map(Object.entries(marks).map(([state, mark]) => [mark, state as StepState]));

export function planText(plan: Plan): string {
  return [
    plan.length === 0 ? emptyPlan : `${progressText(plan)}.`,
    ...plan.map(({ text, state }, at) => `${at + 1}. [${marks[state]}] ${text}`),
  ].join('\n');
}

const emptyPlan = 'The plan is empty.';

export function progressText(plan: Plan): string {
  const left = plan.filter(({ state }) => state !== 'dropped');
  const done = left.filter(({ state }) => state === 'done').length;
  return `${done} of ${left.length} done`;
}

export function isUnfinished(plan: Plan): boolean {
  return plan.some(({ state }) => state === 'pending' || state === 'in_progress');
}

/** Invariant: a conversation's plan is that of its latest such call, so undo and forks need nothing more. */
export function planOf(
  { ensemble, name }: Pick<InvocationCanister, 'ensemble' | 'name'>,
  result: Pick<ResultCanister, 'content' | 'failure'> | undefined,
): Plan | undefined {
  if (ensemble !== 'dialogue' || name !== 'plan' || result?.failure !== undefined) return undefined;
  const [part] = result?.content ?? [];
  return part?.type === 'text' ? readPlan(part.text) : undefined;
}

function readPlan(text: string): Plan | undefined {
  const [heading = '', ...lines] = text.split('\n');
  const steps = lines.map(readStep).filter(step => step !== undefined);
  const isWhole = steps.length === lines.length;
  return isWhole && (heading === emptyPlan || /^\d+ of \d+ done\.$/.test(heading)) ? steps : undefined;
}

function readStep(line: string): PlanStep | undefined {
  const [, mark = '', text = ''] = /^\d+\. \[(.)\] (.+)$/.exec(line) ?? [];
  const state = states.get(mark);
  return state === undefined ? undefined : { text, state };
}
