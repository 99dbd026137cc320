import {
  type FigureGroup,
  figureColumns,
  figureGroups,
  idleText,
} from '../../converser/words/spending/figure-table.ts';
import type { IdleTools, ToolCounts } from '../../converser/words/spending/tool-figures.ts';
import { commands } from '../common/contributions.ts';
import { escaped } from '../common/page-html.ts';

export const periods = { conversation: 'This Conversation', today: 'Today', all: 'This Month and Last' };

export type Period = keyof typeof periods;

export interface FiguresReport {
  readonly period: Period;
  readonly counts: ToolCounts;
  readonly idle: IdleTools | undefined;
}

export const offerOnDemand = 'offer-on-demand';

export function figuresHtml({ period, counts, idle }: FiguresReport): string {
  const links = Object.entries(periods).map(([name, label]) => link(name, label, name === period));
  const tables = figureGroups(counts).map(groupHtml).join('\n      ');
  return `<h1>Converser: What Tools Took</h1>
      ${idle === undefined ? '' : idleHtml(idle)}
      <nav class="actions" aria-label="Period">${links.join(' ')}</nav>
      ${tables || '<p>No tools.</p>'}
      <p>Tokens are estimates. Definition tokens are those of a tool’s description in all requests.</p>`;
}

function idleHtml(idle: IdleTools): string {
  return `<p class="conclusion" role="status">${escaped(idleText(idle))}</p>
      <p class="actions">${link(offerOnDemand, 'Offer Them on Demand')}</p>`;
}

function link(wish: string, label: string, isCurrent = false): string {
  const target = `command:${commands.showSpending}?${encodeURIComponent(JSON.stringify([wish]))}`;
  return `<a href="${escaped(target)}"${isCurrent ? ' aria-current="true"' : ''}>${escaped(label)}</a>`;
}

function groupHtml({ title, rows }: FigureGroup): string {
  const headers = ['Name', ...figureColumns.map(column => column.title)].map(headerHtml);
  const lines = rows.map(({ name, counts }) => {
    const cells = figureColumns.map(({ value, text }) => {
      const amount = value(counts);
      return `<td data-value="${amount}">${escaped(text(amount, counts))}</td>`;
    });
    return `<tr><th scope="row">${escaped(name)}</th>${cells.join('')}</tr>`;
  });
  return `<table class="sortable">
        <caption>${escaped(title)}</caption>
        <thead><tr>${headers.join('')}</tr></thead>
        <tbody>
          ${lines.join('\n          ')}
        </tbody>
      </table>`;
}

/** Rows come by the first column of numbers. */
function headerHtml(title: string, at: number): string {
  return `<th scope="col"${at === 1 ? ' aria-sort="descending"' : ''}><button>${escaped(title)}</button></th>`;
}
