import path from 'node:path';
import type { Host } from '../converser/ground/host.ts';
import { isOfferedAlways } from '../converser/words/ensemble/tool-choices.ts';
import {
  type FigureGroup,
  figureColumns,
  figureGroups,
  idleText,
} from '../converser/words/spending/figure-table.ts';
import { spendingText } from '../converser/words/spending/spending-text.ts';
import { type IdleTools, idleTools } from '../converser/words/spending/tool-figures.ts';
import { calendarDay } from '../store/calendar-days.ts';
import { createSpendingTotals, toolsIn } from '../store/spending-totals.ts';
import type { RunOptions } from './command-line/command-line.ts';
import { inOneLine } from './render/printable.ts';
import { stateFolder } from './state/state-file.ts';

export async function runSpending(
  { json, settings }: Pick<RunOptions, 'json' | 'settings'>,
  host: Pick<Host, 'clock' | 'log'>,
): Promise<number> {
  const totals = createSpendingTotals({ ...host, folder: path.join(stateFolder(), 'spending') });
  const [days, spent] = await Promise.all([totals.days(), totals.sums()]);
  const today = toolsIn(days, calendarDay(host.clock.now()));
  const all = toolsIn(days);
  const idle = idleTools(all, tool => isOfferedAlways(tool, settings.tools));
  const groups = { today: figureGroups(today), all: figureGroups(all) };
  const lines = json
    ? [JSON.stringify({ spent, ...groups, idle })]
    : [
        `Today: ${spendingText(spent.day) || 'nothing'}. This month: ${spendingText(spent.month) || 'nothing'}.`,
        ...(idle === undefined ? [] : ['', ...idleLines(idle)]),
        ...['', 'What tools took today (tokens are estimates):', ...groups.today.flatMap(tableLines)],
        ...['', 'What tools took this month and last:', ...groups.all.flatMap(tableLines)],
      ];
  process.stdout.write(lines.map(line => `${line}\n`).join(''));
  return 0;
}

function idleLines(idle: IdleTools): readonly string[] {
  const choices = Object.fromEntries(idle.tools.map(({ tool }) => [tool, { offer: 'on demand' }]));
  const remedy = `To offer them on demand, write in settings.json: "tools": ${JSON.stringify(choices)}`;
  return [idleText(idle), remedy].map(inOneLine);
}

function tableLines({ title, rows }: FigureGroup): readonly string[] {
  const table = [
    [title, ...figureColumns.map(column => column.title)],
    ...rows.map(row => [inOneLine(row.name), ...figureColumns.map(({ text }) => text(row) || '-')]),
  ];
  const widthAt = (at: number) => Math.max(...table.map(cells => cells[at]?.length ?? 0));
  const pad = (cell: string, at: number) => (at === 0 ? cell.padEnd(widthAt(0)) : cell.padStart(widthAt(at)));
  return ['', ...table.map(cells => cells.map(pad).join('  '))];
}
