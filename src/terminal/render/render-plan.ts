import { styleText } from 'node:util';
import type { Plan, PlanStep, StepState } from '../../converser/words/texts/plan-text.ts';
import { inOneLine } from './printable.ts';

export function planLines(plan: Plan, stream: NodeJS.WriteStream): readonly string[] {
  return plan.map(step => `  ${styleText(styles[step.state], lineOf(step), { stream })}`);
}

function lineOf({ text, state }: PlanStep): string {
  return `${boxes[state]} ${inOneLine(text)}`;
}

const boxes: Readonly<Record<StepState, string>> = {
  pending: '☐',
  in_progress: '▶',
  done: '☑',
  dropped: '☒',
};

const styles = { pending: 'reset', in_progress: 'bold', done: 'dim', dropped: 'dim' } as const;
