import { html, type TemplateResult } from 'lit';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import type { Spending } from '../../converser/words/spending/spending.ts';
import { spendingText, spokenSpending } from '../../converser/words/spending/spending-text.ts';
import { type Plan, progressText } from '../../converser/words/texts/plan-text.ts';
import { type Savings, savingsText } from '../../converser/words/texts/saving-texts.ts';
import { icon } from '../page/icon.ts';
import { approveButton, needsApproval } from '../page/needs-approval.ts';
import { sendToHost } from '../page/send-to-host.ts';
import { planSteps } from '../plan-view.ts';
import type { SidebarEnsemble } from '../protocol.ts';
import { spendingView } from '../transcript/spending-view.ts';

export interface StatusPart {
  /** Without one, it is told in the opened line only, unless it is alone. */
  readonly icon?: string;
  readonly text: string;
  readonly short?: string;
  readonly row: TemplateResult;
}

export function approvalPart(ensembles: readonly SidebarEnsemble[]): StatusPart | undefined {
  const waiting = ensembles.filter(needsApproval);
  const [first] = waiting;
  if (first === undefined) return undefined;
  const row = html`<section class="approvals" aria-label="MCP servers that need your approval">
    ${waiting.map(
      ensemble =>
        html`<div class="approval">${icon('shield')}<span>${ensemble.title} needs your approval to start.</span>${approveButton(ensemble)}</div>`,
    )}
  </section>`;
  const who = waiting.length === 1 ? `${first.title} needs` : `${waiting.length} MCP servers need`;
  return { icon: 'shield', text: `${who} your approval`, row };
}

export function planPart(plan: Plan = []): StatusPart | undefined {
  if (plan.length === 0) return undefined;
  const current = plan.find(({ state }) => state === 'in_progress');
  const progress = progressText(plan);
  const text = `Plan: ${progress}${current === undefined ? '' : ` · ${visibleLine(current.text)}`}`;
  const row = html`<div class="status-plan"><div class="status-row">${icon('checklist')}<span>Plan: ${progress}</span></div>${planSteps(plan)}</div>`;
  return { icon: 'checklist', text, short: progress.replace(/^(\d+) of (\d+).*/s, '$1/$2'), row };
}

export function exposurePart(exposure: string | undefined): StatusPart | undefined {
  if (exposure === undefined) return undefined;
  const text = `${exposure.charAt(0).toUpperCase()}${exposure.slice(1)}`;
  const row = html`<div class="exposed" role="group" aria-label="Content from outside, and secrets">
    ${icon('globe')}<span>${text}</span>
    <button
      type="button"
      title="Lets you declare this conversation clean"
      @click=${(event: Event) => sendToHost(event.currentTarget as HTMLElement, { type: 'declare-clean' })}
    >
      Declare Clean…
    </button>
  </div>`;
  return { icon: 'globe', text, row };
}

export function spendingPart(
  spending: Spending | undefined,
  savings: Savings | undefined,
): StatusPart | undefined {
  const shown = spending && spendingText(spending);
  if (spending === undefined || !shown) return undefined;
  const line = (spent: string) =>
    `Total: ${[spent, savings === undefined ? '' : savingsText(savings)].filter(Boolean).join(' · ')}`;
  const texts = { shown: line(shown), spoken: line(spokenSpending(spending)), savings };
  return {
    text: line(shown),
    row: html`<div class="conversation-spending">${spendingView(spending, texts)}</div>`,
  };
}
