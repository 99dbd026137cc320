import { html, nothing, type TemplateResult } from 'lit';
import { saySpending, spendingFigures, spokenSpending } from '../../converser/spending/say-spending.ts';
import type { Spending } from '../../converser/spending/spending.ts';

export interface SpendingShown {
  /** The line that is always seen. */
  readonly said: string;
  /** The same for those who hear it. */
  readonly spoken: string;
  readonly rounds?: readonly (Spending | undefined)[];
}

/** One line that opens: the figures, where they come from, and each round's where there are several. */
export function spendingView(
  spending: Spending,
  { said, spoken, rounds = [] }: SpendingShown,
): TemplateResult {
  const figures = spendingFigures(spending);
  return html`<details class="spending">
    <summary title=${figures.join('\n')}>
      <span aria-hidden="true">${said}</span>
      <span class="visually-hidden">${spoken}. Figures</span>
    </summary>
    <ul aria-label="Figures">${figures.map(figure => html`<li>${figure}</li>`)}</ul>
    ${rounds.length > 1 ? html`<ol aria-label="Rounds">${rounds.map(roundLine)}</ol>` : nothing}
  </details>`;
}

/** What the whole conversation has cost so far; nothing where it cost nothing. */
export function conversationSpending(spending: Spending): TemplateResult | typeof nothing {
  const said = saySpending(spending);
  return said === ''
    ? nothing
    : html`<div class="conversation-spending">${spendingView(spending, { said: `In all ${said}`, spoken: `In all ${spokenSpending(spending)}` })}</div>`;
}

function roundLine(spending: Spending | undefined, at: number): TemplateResult {
  const said = spending === undefined ? '' : saySpending(spending);
  const spoken = spending === undefined ? '' : spokenSpending(spending);
  return html`<li>
    <span aria-hidden="true">Round ${at + 1}: ${said || 'not known'}</span>
    <span class="visually-hidden">Round ${at + 1}: ${spoken || 'not known'}</span>
  </li>`;
}
