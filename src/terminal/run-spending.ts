import path from 'node:path';
import type { Host } from '../converser/ground/host.ts';
import { isOfferedAlways } from '../converser/words/ensemble/tool-choices.ts';
import {
  type FigureColumn,
  type FigureGroup,
  figureColumns,
  figureGroups,
  idleText,
} from '../converser/words/spending/figure-table.ts';
import { spendingText } from '../converser/words/spending/spending-text.ts';
import { type IdleTools, idleTools } from '../converser/words/spending/tool-figures.ts';
import { calendarDay } from '../store/calendar-days.ts';
import { spendingBy, spendingColumns } from '../store/spending-groups.ts';
import { createSpendingTotals, toolsIn } from '../store/spending-totals.ts';
import type { SpendingOptions } from './command-line/command-line.ts';
import { storeOf } from './conversation/kept-conversation.ts';
import { inOneLine } from './render/printable.ts';
import { stateFolder } from './state/state-file.ts';

export async function runSpending(
  { json, settings, roots, by }: Pick<SpendingOptions, 'json' | 'settings' | 'roots' | 'by'>,
  host: Pick<Host, 'clock' | 'log'>,
): Promise<number> {
  const totals = createSpendingTotals({ ...host, folder: path.join(stateFolder(), 'spending') });
  const [days, spent] = await Promise.all([totals.days(), totals.sums()]);
  const today = toolsIn(days, calendarDay(host.clock.now()));
  const all = toolsIn(days);
  const idle = idleTools(all, tool => isOfferedAlways(tool, settings.tools));
  const groups = { today: figureGroups(today), all: figureGroups(all) };
  const stored = by === 'conversation' ? await storeOf(roots).list() : [];
  const grouped = by === undefined || by === 'tool' ? [] : spendingBy(by, days, stored);
  const shown = by === 'tool' ? groups.all : grouped;
  const lines = json
    ? [JSON.stringify(by === undefined ? { spent, ...groups, idle } : { spent, by, groups: shown })]
    : [
        `Today: ${spendingText(spent.day) || 'nothing'}. This month: ${spendingText(spent.month) || 'nothing'}.`,
        ...(by === undefined || by === 'tool'
          ? toolLines(groups, { idle, isAll: by !== undefined })
          : tableLines({ title: by, rows: grouped }, spendingColumns)),
      ];
  process.stdout.write(lines.map(line => `${line}\n`).join(''));
  return 0;
}

interface ToolGroups {
  readonly today: readonly FigureGroup[];
  readonly all: readonly FigureGroup[];
}

function toolLines(
  { today, all }: ToolGroups,
  { idle, isAll }: { readonly idle: IdleTools | undefined; readonly isAll: boolean },
): readonly string[] {
  const linesOf = (groups: readonly FigureGroup[]) => groups.flatMap(each => tableLines(each, figureColumns));
  return [
    ...(idle === undefined ? [] : ['', ...idleLines(idle)]),
    ...(isAll ? [] : ['', 'What tools took today (tokens are estimates):', ...linesOf(today)]),
    ...['', 'What tools took this month and last (tokens are estimates):', ...linesOf(all)],
  ];
}

function idleLines(idle: IdleTools): readonly string[] {
  const choices = Object.fromEntries(idle.tools.map(({ tool }) => [tool, { offer: 'on demand' }]));
  const remedy = `To offer them on demand, write in settings.json: "tools": ${JSON.stringify(choices)}`;
  return [idleText(idle), remedy].map(inOneLine);
}

function tableLines<Row extends { readonly name: string }>(
  { title, rows }: { readonly title: string; readonly rows: readonly Row[] },
  columns: readonly FigureColumn<Row>[],
): readonly string[] {
  const table = [
    [title, ...columns.map(column => column.title)],
    ...rows.map(row => [inOneLine(row.name), ...columns.map(({ text }) => text(row) || '-')]),
  ];
  const widthAt = (at: number) => Math.max(...table.map(cells => cells[at]?.length ?? 0));
  const pad = (cell: string, at: number) => (at === 0 ? cell.padEnd(widthAt(0)) : cell.padStart(widthAt(at)));
  return ['', ...table.map(cells => cells.map(pad).join('  '))];
}
