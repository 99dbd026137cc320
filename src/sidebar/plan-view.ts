import { html, nothing, type TemplateResult } from 'lit';
import { visibleLine } from '../converser/ground/wording/visible-text.ts';
import { type Plan, type StepState, stepStateTexts } from '../converser/words/texts/plan-text.ts';
import { icon } from './page/icon.ts';

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
