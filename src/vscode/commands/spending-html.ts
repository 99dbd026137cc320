import {
  type FigureGroup,
  figureColumns,
  figureGroups,
  idleText,
} from '../../converser/words/spending/figure-table.ts';
import type { IdleTools, ToolCounts } from '../../converser/words/spending/tool-figures.ts';
import { commands } from '../common/contributions.ts';
import { escaped } from '../common/page-html.ts';
import type { SpendingRow } from './spending-rows.ts';

export const periods = { conversation: 'This Conversation', today: 'Today', all: 'This Month and Last' };

export type Period = keyof typeof periods;

export interface SpendingReport {
  readonly spent: readonly SpendingRow[];
  readonly period: Period;
  readonly counts: ToolCounts;
  readonly idle: IdleTools | undefined;
}

export const offerOnDemand = 'offer-on-demand';
const openSettings = 'workbench.action.openSettings';

/** The page's links may run these commands alone. */
export const spendingLinks: readonly string[] = [commands.showSpending, openSettings];

export function spendingHtml({ spent, period, counts, idle }: SpendingReport): string {
  const links = Object.entries(periods).map(([name, label]) =>
    link(label, name, name === period ? ' aria-current="true"' : ''),
  );
  const hint = idle && `<p class="conclusion" role="status">${escaped(idleText(idle))}</p>`;
  const remedy = idle && `<p class="actions">${link('Offer on Demand', offerOnDemand)}</p>`;
  return `<h1>Converser: Spending</h1>
      ${hint ?? ''}${remedy ?? ''}
      <table>
        ${spent.map(spentHtml).join('\n        ')}
      </table>
      <p class="actions"><a href="command:${openSettings}?${encodeURIComponent('["converser.limits"]')}">Change Limits…</a></p>
      <h2>What tools took</h2>
      <nav class="actions" aria-label="Period">${links.join(' ')}</nav>
      ${figureGroups(counts).map(groupHtml).join('\n      ') || '<p>Nothing.</p>'}
      <p>Tokens are estimates. Definition tokens are those of a tool’s description in all requests.</p>`;
}

function link(label: string, wish: string, attribute = ''): string {
  const target = `command:${commands.showSpending}?${encodeURIComponent(JSON.stringify([wish]))}`;
  return `<a href="${target}"${attribute}>${label}</a>`;
}

function spentHtml({ label, spent, figures }: SpendingRow): string {
  return `<tr><th scope="row">${label}</th><td>${escaped(spent)}</td><td>${escaped(figures)}</td></tr>`;
}

function groupHtml({ title, rows }: FigureGroup): string {
  const headers = ['Name', ...figureColumns.map(column => column.title)].map(headerHtml);
  const lines = rows.map(row => {
    const cells = figureColumns.map(
      ({ value, text }) => `<td data-value="${value(row)}">${escaped(text(row))}</td>`,
    );
    return `<tr><th scope="row">${escaped(row.name)}</th>${cells.join('')}</tr>`;
  });
  return `<table class="sortable">
        <caption>${title}</caption>
        <thead><tr>${headers.join('')}</tr></thead>
        <tbody>
          ${lines.join('\n          ')}
        </tbody>
      </table>`;
}

/** Rows come by the first column of numbers. */
function headerHtml(title: string, at: number): string {
  return `<th scope="col"${at === 1 ? ' aria-sort="descending"' : ''}><button>${title}</button></th>`;
}
