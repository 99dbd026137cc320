import type { Caps } from '../../converser/words/spending/caps.ts';
import {
  type FigureColumn,
  type FigureRow,
  figureColumns,
  figureGroups,
  idleText,
} from '../../converser/words/spending/figure-table.ts';
import type { IdleTools, ToolCounts } from '../../converser/words/spending/tool-figures.ts';
import {
  type DayChart,
  type Grouping,
  groupings,
  type SpendingGroup,
  spendingColumns,
} from '../../store/spending-groups.ts';
import { commands } from '../common/contributions.ts';
import { escaped } from '../common/page-html.ts';
import { chartHtml } from './spending-chart.ts';
import type { SpendingRow } from './spending-rows.ts';

export const periods = { conversation: 'This Conversation', today: 'Today', all: 'This Month and Last' };

export type Period = keyof typeof periods;

export interface SpendingReport {
  readonly spent: readonly SpendingRow[];
  readonly chart: DayChart;
  readonly caps: Caps;
  readonly by: Grouping;
  readonly groups: readonly SpendingGroup[];
  /** Of tools. */
  readonly period: Period;
  readonly counts: ToolCounts;
  readonly idle: IdleTools | undefined;
}

export const offerOnDemand = 'offer-on-demand';
const openSettings = 'workbench.action.openSettings';

/** The page’s links may run these commands alone. */
export const spendingLinks: readonly string[] = [
  commands.showSpending,
  commands.openConversation,
  openSettings,
];

export const wishFor = (by: Grouping) => `by-${by}`;

const titles: Readonly<Record<Grouping, string>> = {
  day: 'Day',
  model: 'Model',
  tool: 'Tool',
  conversation: 'Conversation',
};

export function spendingHtml(report: SpendingReport): string {
  const { spent, chart, caps, by, idle } = report;
  const links = groupings.map(each => wishLink(titles[each], wishFor(each), each === by));
  const hint = idle && `<p class="conclusion" role="status">${escaped(idleText(idle))}</p>`;
  const remedy = idle && `<p class="actions">${wishLink('Offer on Demand', offerOnDemand)}</p>`;
  return `<h1>Converser: Spending</h1>
      ${hint ?? ''}${remedy ?? ''}
      <table>
        ${spent.map(spentHtml).join('\n        ')}
      </table>
      <p class="actions">${link('Change Limits…', openSettings, ['converser.limits'])}</p>
      ${chartHtml(chart, caps)}
      <h2>This month and last</h2>
      <nav class="actions" aria-label="Group by">By ${links.join(' ')}</nav>
      ${by === 'tool' ? toolsHtml(report) : spendingTableHtml(report)}`;
}

function spendingTableHtml({ by, groups }: SpendingReport): string {
  if (groups.length === 0) return '<p>Nothing.</p>';
  const nameOf = ({ name, conversation }: SpendingGroup) =>
    conversation === undefined
      ? escaped(name)
      : link(escaped(name), commands.openConversation, [conversation]);
  return tableHtml({ title: `By ${by}`, rows: groups }, { columns: spendingColumns, nameOf });
}

function toolsHtml({ period, counts }: SpendingReport): string {
  const links = Object.entries(periods).map(([name, label]) => wishLink(label, name, name === period));
  const nameOf = ({ name }: FigureRow) => escaped(name);
  const tables = figureGroups(counts).map(group => tableHtml(group, { columns: figureColumns, nameOf }));
  return `<nav class="actions" aria-label="Period">${links.join(' ')}</nav>
      ${tables.join('\n      ') || '<p>Nothing.</p>'}
      <p>Tokens are estimates, counted for the tool that caused them: its description in all requests, the arguments that models wrote, and what came back.</p>`;
}

function wishLink(label: string, wish: string, isCurrent = false): string {
  return link(label, commands.showSpending, [wish], isCurrent ? ' aria-current="true"' : '');
}

function link(label: string, command: string, given: readonly string[], attribute = ''): string {
  return `<a href="command:${command}?${encodeURIComponent(JSON.stringify(given))}"${attribute}>${label}</a>`;
}

function spentHtml({ label, spent, figures }: SpendingRow): string {
  return `<tr><th scope="row">${label}</th><td>${escaped(spent)}</td><td>${escaped(figures)}</td></tr>`;
}

interface Table<Row> {
  readonly columns: readonly FigureColumn<Row>[];
  /** As HTML. */
  readonly nameOf: (row: Row) => string;
}

function tableHtml<Row>(
  { title, rows }: { readonly title: string; readonly rows: readonly Row[] },
  { columns, nameOf }: Table<Row>,
): string {
  const headers = ['Name', ...columns.map(column => column.title)].map(headerHtml);
  const lines = rows.map(row => {
    const cells = columns.map(
      ({ value, text }) => `<td data-value="${value(row)}">${escaped(text(row))}</td>`,
    );
    return `<tr><th scope="row">${nameOf(row)}</th>${cells.join('')}</tr>`;
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
