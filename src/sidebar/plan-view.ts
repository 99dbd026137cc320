import { html, nothing, type TemplateResult } from 'lit';
import { visibleLine } from '../converser/ground/wording/visible-text.ts';
import {
  type Plan,
  progressText,
  type StepState,
  stepStateTexts,
} from '../converser/words/texts/plan-text.ts';
import { icon } from './page/icon.ts';
import type { PageMemory } from './page/page-memory.ts';

export function planSteps(plan: Plan): TemplateResult | typeof nothing {
  if (plan.length === 0) return nothing;
  return html`<ol class="plan-steps" aria-label="Plan">
    ${plan.map(
      ({ text, state }) => html`<li class="plan-step" data-state=${state}>
        ${icon(icons[state])}<span><span class="visually-hidden">${stepStateTexts[state]}: </span>${visibleLine(text)}</span>
      </li>`,
    )}
  </ol>`;
}

const icons: Readonly<Record<StepState, string>> = {
  pending: 'circle-large-outline',
  in_progress: 'arrow-circle-right',
  done: 'pass-filled',
  dropped: 'circle-slash',
};

/** What is opened is remembered under this name, next to the rows. */
const memoryKey = 'pinned-plan';

export function pinnedPlan(plan: Plan, memory: PageMemory): TemplateResult | typeof nothing {
  if (plan.length === 0) return nothing;
  const current = plan.find(({ state }) => state === 'in_progress');
  const keep = ({ currentTarget }: Event) => {
    if (currentTarget instanceof HTMLDetailsElement) memory.setExpanded(memoryKey, currentTarget.open);
  };
  return html`<details class="pinned-plan" ?open=${memory.isExpanded(memoryKey)} @toggle=${keep}>
    <summary>
      ${icon('checklist')}<span class="pinned-progress">Plan: ${progressText(plan)}</span>
      <span class="pinned-step">${current === undefined ? '' : visibleLine(current.text)}</span>
    </summary>
    ${planSteps(plan)}
  </details>`;
}
