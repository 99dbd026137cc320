import type { Plan, PlanStep } from '../../converser/words/texts/plan-text.ts';
import { escapeMarkdown } from '../common/markdown.ts';

/** Shows the whole plan when its steps change, and else only the current step. */
export function createPlanInChat(): (plan: Plan) => string {
  let shown = '';
  return plan => {
    const steps = plan.map(({ text }) => text).join('\n');
    const isKnown = steps === shown;
    shown = steps;
    if (!isKnown) return plan.map(taskLine).join('\n');
    const current = plan.find(({ state }) => state === 'in_progress');
    return current === undefined ? '' : `Now: ${escapeMarkdown(current.text)}`;
  };
}

/** The stable API can't change what it has shown, so a box says how it was then. */
function taskLine({ text, state }: PlanStep): string {
  const shown = escapeMarkdown(text);
  switch (state) {
    case 'pending':
      return `- [ ] ${shown}`;
    case 'in_progress':
      return `- [ ] **${shown}** (in progress)`;
    case 'done':
      return `- [x] ${shown}`;
    case 'dropped':
      return `- [ ] ~~${shown}~~ (dropped)`;
  }
}
