import {
  type FigureGroup,
  figureColumns,
  figureGroups,
  idleText,
} from '../../converser/words/spending/figure-table.ts';
import { spendingText } from '../../converser/words/spending/spending-text.ts';
import type { IdleTools, ToolCounts } from '../../converser/words/spending/tool-figures.ts';
import type { CalendarSums } from '../../converser/words/spending/totals.ts';
import type { ToolTotals } from '../../store/spending-totals.ts';
import { inOneLine } from '../render/printable.ts';

export interface ShownSpending {
  readonly spent: CalendarSums;
  readonly tools: ToolTotals;
  readonly idle: IdleTools | undefined;
}

export function renderSpending({ spent, tools, idle }: ShownSpending): string {
  const lines = [
    `Today: ${spendingText(spent.day) || 'nothing'}. This month: ${spendingText(spent.month) || 'nothing'}.`,
    ...periodLines('What tools took today', tools.today),
    ...periodLines('What tools took this month and last', tools.all),
    ...(idle === undefined ? [] : ['', ...idleLines(idle)]),
  ];
  return lines.map(line => `${line}\n`).join('');
}

function periodLines(title: string, counts: ToolCounts): readonly string[] {
  const groups = figureGroups(counts);
  if (groups.length === 0) return ['', `${title}: nothing`];
  return ['', `${title} (tokens are estimates)`, ...groups.flatMap(groupLines)];
}

function groupLines({ title, rows }: FigureGroup): readonly string[] {
  const table = [
    [title, ...figureColumns.map(column => column.title)],
    ...rows.map(row => [inOneLine(row.name), ...figureColumns.map(({ text }) => text(row) || '-')]),
  ];
  const widths = table[0]?.map((_, at) => Math.max(...table.map(cells => cells[at]?.length ?? 0))) ?? [];
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ');
  return ['', ...table.map(lineOf)];
}

function idleLines(idle: IdleTools): readonly string[] {
  const choices = Object.fromEntries(idle.tools.map(({ tool }) => [tool, { offer: 'on demand' }]));
  return [
    inOneLine(idleText(idle)),
    `To have models search for them instead, write in settings.json: "tools": ${inOneLine(JSON.stringify(choices))}`,
  ];
}
