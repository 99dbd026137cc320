import { html, nothing, type TemplateResult } from 'lit';
import type { Spending } from '../../converser/words/spending/spending.ts';
import {
  spendingFigures,
  spendingText,
  spokenSpending,
} from '../../converser/words/spending/spending-text.ts';
import type { Savings } from '../../converser/words/texts/saving-texts.ts';
import { iconButton } from '../page/icon-button.ts';
import { sending } from '../page/send-to-host.ts';
import type { FromPage } from '../protocol.ts';

export interface SpendingShown {
  readonly shown: string;
  readonly spoken: string;
  readonly rounds?: readonly (Spending | undefined)[];
  /** The turn whose rounds these are. */
  readonly turn?: string;
  readonly savings?: Savings | undefined;
  readonly timeline?: TemplateResult;
}

export function spendingView(
  spending: Spending | undefined,
  { shown, spoken, rounds = [], turn = '', savings, timeline = html`` }: SpendingShown,
): TemplateResult {
  const figures = [...(spending ? spendingFigures(spending) : []), ...savingsFigures(savings)];
  return html`<details class="spending">
    <summary title=${figures.join('\n')}>
      ${shown === spoken ? shown : html`<span aria-hidden="true">${shown}</span>`}
      <span class="visually-hidden">${shown === spoken ? '' : spoken}. Figures</span>
    </summary>
    ${figures.length > 0 ? html`<ul aria-label="Figures">${figures.map(figure => html`<li>${figure}</li>`)}</ul>` : nothing}
    ${rounds.length > 0 ? html`<ol aria-label="Rounds">${roundLines(rounds, turn)}</ol>` : nothing}
    ${timeline}
  </details>`;
}

function savingsFigures(savings: Savings | undefined): readonly string[] {
  if (savings === undefined) return [];
  return [
    'Saved: answers that were there already, and results that newer ones replace. Tokens are estimated.',
  ];
}

function roundLines(rounds: readonly (Spending | undefined)[], turn: string): readonly TemplateResult[] {
  const said = rounds.map(
    each => [each ? spendingText(each) : '', each ? spokenSpending(each) : ''] as const,
  );
  const unknown = said.some(([shown]) => shown !== '') ? 'unknown' : '';
  return said.map(([shown, spoken], at) => {
    const title = (figures: string) => [`Round ${at + 1}`, figures || unknown].filter(Boolean).join(': ');
    return html`<li>
      <span aria-hidden="true">${title(shown)}</span>
      <span class="visually-hidden">${title(spoken)}</span>
      ${[false, true].map(raw => requestButton({ turn, round: at + 1, raw }))}
    </li>`;
  });
}

type ShowRequest = Omit<Extract<FromPage, { type: 'show-request' }>, 'type'>;

function requestButton(of: ShowRequest): TemplateResult {
  return iconButton({
    icon: of.raw ? 'file-binary' : 'json',
    label: `Show ${of.raw ? 'raw request' : 'request'} of round ${of.round}`,
    title: of.raw ? 'Show Raw Request and Reply' : 'Show Request and Reply',
    act: sending({ type: 'show-request', ...of }),
  });
}
