import {
  type FigureGroup,
  type FigureRow,
  figureColumns,
  figureGroups,
  idleText,
} from '../../converser/words/spending/figure-table.ts';
import type { IdleTools } from '../../converser/words/spending/tool-figures.ts';
import type { ToolTotals } from '../../store/spending-totals.ts';
import { commands } from '../common/contributions.ts';
import { escaped } from '../common/page-html.ts';

export type Period = keyof ToolTotals;

export interface FiguresReport {
  readonly totals: ToolTotals;
  readonly period: Period;
  readonly idle: IdleTools | undefined;
}

export const periods: Readonly<Record<Period, string>> = {
  conversation: 'This Conversation',
  today: 'Today',
  all: 'This Month and Last',
};

export const offerOnDemand = 'offer-on-demand';

export function figuresHtml({ totals, period, idle }: FiguresReport): string {
  const groups = figureGroups(totals[period]);
  const nothing = groups.length === 0 ? '<p>No tools were used.</p>' : '';
  return `<h1>Converser: What Tools Took</h1>
      ${idle === undefined ? '' : idleHtml(idle)}
      <nav class="actions" aria-label="Period">${Object.entries(periods)
        .map(([name, label]) => link(name, label, name === period))
        .join(' ')}</nav>
      ${nothing}${groups.map(groupHtml).join('\n      ')}
      <p>Tokens are estimates. Definition tokens are those of a tool’s description in all requests.</p>`;
}

function idleHtml(idle: IdleTools): string {
  return `<p class="conclusion" role="status">${escaped(idleText(idle))}</p>
      <p class="actions">${link(offerOnDemand, 'Offer on Demand', false)}</p>`;
}

function link(wish: string, label: string, isCurrent: boolean): string {
  const target = `command:${commands.showSpending}?${encodeURIComponent(JSON.stringify([wish]))}`;
  return `<a href="${escaped(target)}"${isCurrent ? ' aria-current="true"' : ''}>${escaped(label)}</a>`;
}

function groupHtml({ title, rows }: FigureGroup): string {
  const headers = figureColumns.map((column, at) => headerHtml(column.title, at === 0));
  return `<table class="sortable">
        <caption>${escaped(title)}</caption>
        <thead><tr>${headerHtml('Name', false)}${headers.join('')}</tr></thead>
        <tbody>
          ${rows.map(rowHtml).join('\n          ')}
        </tbody>
      </table>`;
}

function headerHtml(title: string, isSorted: boolean): string {
  return `<th scope="col"${isSorted ? ' aria-sort="descending"' : ''}><button>${escaped(title)}</button></th>`;
}

function rowHtml(row: FigureRow): string {
  const cells = figureColumns.map(
    ({ text, value }) => `<td data-value="${value(row)}">${escaped(text(row))}</td>`,
  );
  return `<tr><th scope="row">${escaped(row.name)}</th>${cells.join('')}</tr>`;
}
