import { defined } from '../../ground/json/defined.ts';
import { countText, durationText, numberText } from '../../ground/wording/numbers.ts';
import {
  addCounts,
  type Counts,
  type IdleTools,
  type ToolCounts,
  type ToolFigures,
  timeAt,
} from './tool-figures.ts';

export interface FigureGroup {
  readonly title: string;
  readonly rows: readonly FigureRow[];
}

export interface FigureRow {
  readonly name: string;
  readonly counts: Counts;
  /** In milliseconds, if anything ran. */
  readonly p50?: number;
  readonly p95?: number;
}

export interface FigureColumn<Row = FigureRow> {
  readonly title: string;
  readonly value: (row: Row) => number;
  /** Empty if there is nothing to tell. */
  readonly text: (row: Row) => string;
}

export const figureColumns: readonly FigureColumn[] = [
  column('Definition tokens', ({ counts }) => counts.described),
  column('Argument tokens', ({ counts }) => counts.written),
  column('Result tokens', ({ counts }) => counts.returned),
  column('Calls', ({ counts }) => counts.calls),
  {
    title: 'Failures',
    value: row => failuresIn(row).reduce((sum, [, count]) => sum + count, 0),
    text: failureText,
  },
  column('Time p50', ({ p50 }) => p50, durationText),
  column('Time p95', ({ p95 }) => p95, durationText),
  column('Saved tokens', ({ counts }) => counts.saved),
];

export function column<Row = FigureRow>(
  title: string,
  of: (row: Row) => number | undefined,
  say = numberText,
): FigureColumn<Row> {
  return { title, value: row => of(row) ?? 0, text: row => (of(row) ? say(of(row) ?? 0) : '') };
}

const failedStart = 'failed ';

function failuresIn({ counts }: FigureRow): readonly (readonly [string, number])[] {
  return Object.entries(counts).filter(([key]) => key.startsWith(failedStart));
}

function failureText(row: FigureRow): string {
  return failuresIn(row)
    .map(([key, count]) => `${numberText(count)} ${key.slice(failedStart.length)}`)
    .join(', ');
}

/** Groups without rows are left out. */
export function figureGroups({ tools }: ToolCounts): readonly FigureGroup[] {
  const ensembleOf = ({ tool }: ToolFigures) => tool.split(':', 1).join('') || 'Other tools';
  const groups: readonly FigureGroup[] = [
    { title: 'Tools', rows: rowsBy(tools, ({ tool }) => tool || 'Other tools') },
    { title: 'Ensembles', rows: rowsBy(tools, ensembleOf) },
    {
      title: 'MCP servers',
      rows: rowsBy(
        tools.filter(({ isServer }) => isServer),
        ensembleOf,
      ),
    },
    { title: 'Models', rows: rowsBy(tools, ({ model }) => model || 'Other models') },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

function rowsBy(
  tools: readonly ToolFigures[],
  nameOf: (figures: ToolFigures) => string,
): readonly FigureRow[] {
  const rows = [...Map.groupBy(tools, nameOf)].map(([name, own]) => {
    const counts = own.reduce<Counts>((sum, each) => addCounts(sum, each.counts), {});
    return defined({ name, counts, p50: timeAt(0.5, counts), p95: timeAt(0.95, counts) });
  });
  return rows.sort(({ counts: one }, { counts: other }) => (other.described ?? 0) - (one.described ?? 0));
}

const mostNamed = 20;

export function idleText({ conversations, tools }: IdleTools): string {
  const tokens = tools.reduce((sum, each) => sum + each.tokens, 0);
  const named = tools.slice(0, mostNamed).map(each => `${each.tool} (${numberText(each.tokens)})`);
  const more = tools.length > mostNamed ? ` and ${numberText(tools.length - mostNamed)} more` : '';
  return `Not called in your last ${conversations} conversations: ${countText(tools.length, 'tool')} with about ${countText(tokens, 'token')} in every request: ${named.join(', ')}${more}.`;
}
