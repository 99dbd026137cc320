import { html, nothing, type TemplateResult } from 'lit';
import type { Spending } from '../../converser/words/spending/spending.ts';
import {
  spendingFigures,
  spendingText,
  spokenSpending,
} from '../../converser/words/spending/spending-text.ts';
import { type Savings, savingsText } from '../../converser/words/texts/saving-texts.ts';

export interface SpendingShown {
  readonly shown: string;
  readonly spoken: string;
  readonly rounds?: readonly (Spending | undefined)[];
  readonly savings?: Savings | undefined;
}

export function spendingView(
  spending: Spending,
  { shown, spoken, rounds = [], savings }: SpendingShown,
): TemplateResult {
  const figures = [...spendingFigures(spending), ...savingsFigures(savings)];
  return html`<details class="spending">
    <summary title=${figures.join('\n')}>
      <span aria-hidden="true">${shown}</span>
      <span class="visually-hidden">${spoken}. Figures</span>
    </summary>
    <ul aria-label="Figures">${figures.map(figure => html`<li>${figure}</li>`)}</ul>
    ${rounds.length > 1 ? html`<ol aria-label="Rounds">${rounds.map(roundLine)}</ol>` : nothing}
  </details>`;
}

export function conversationSpending(
  spending: Spending,
  savings: Savings | undefined,
): TemplateResult | typeof nothing {
  const line = (spent: string) =>
    `Total: ${[spent, savings === undefined ? '' : savingsText(savings)].filter(Boolean).join(' · ')}`;
  const shown = spendingText(spending);
  if (shown === '') return nothing;
  const texts = { shown: line(shown), spoken: line(spokenSpending(spending)), savings };
  return html`<div class="conversation-spending">${spendingView(spending, texts)}</div>`;
}

function savingsFigures(savings: Savings | undefined): readonly string[] {
  if (savings === undefined) return [];
  return [
    'Saved: answers that were there already, and results that newer ones replace. Tokens are estimated.',
  ];
}

function roundLine(spending: Spending | undefined, at: number): TemplateResult {
  const shown = spending === undefined ? '' : spendingText(spending);
  const spoken = spending === undefined ? '' : spokenSpending(spending);
  return html`<li>
    <span aria-hidden="true">Round ${at + 1}: ${shown || 'unknown'}</span>
    <span class="visually-hidden">Round ${at + 1}: ${spoken || 'unknown'}</span>
  </li>`;
}
