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
  readonly rows: readonly { readonly name: string; readonly counts: Counts }[];
}

export interface FigureColumn {
  readonly title: string;
  readonly value: (counts: Counts) => number;
  readonly text: (value: number, counts: Counts) => string;
}

export const figureColumns: readonly FigureColumn[] = [
  column('Definition tokens', ({ described }) => described),
  column('Result tokens', ({ returned }) => returned),
  column('Calls', ({ calls }) => calls),
  {
    title: 'Failures',
    value: counts => failuresIn(counts).reduce((sum, [, count]) => sum + count, 0),
    text: (_, counts) =>
      failuresIn(counts)
        .map(([key, count]) => `${numberText(count)} ${key.slice(7)}`)
        .join(', '),
  },
  column('Time p50', counts => timeAt(0.5, counts), durationText),
  column('Time p95', counts => timeAt(0.95, counts), durationText),
  column('Repeats', ({ repeated }) => repeated),
  column('Saved tokens', ({ saved }) => saved),
];

function column(title: string, of: (counts: Counts) => number | undefined, text = numberText): FigureColumn {
  return { title, value: counts => of(counts) ?? 0, text: value => (value === 0 ? '' : text(value)) };
}

function failuresIn(counts: Counts): readonly (readonly [string, number])[] {
  return Object.entries(counts).filter(([key]) => key.startsWith('failed '));
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
): FigureGroup['rows'] {
  const rows = [...Map.groupBy(tools, nameOf)].map(([name, own]) => ({
    name,
    counts: own.reduce<Counts>((sum, { counts }) => addCounts(sum, counts), {}),
  }));
  return rows.sort(({ counts: one }, { counts: other }) => (other.described ?? 0) - (one.described ?? 0));
}

/** For programs. Times are in milliseconds. */
export function figuresJson(counts: ToolCounts): object {
  const groups = figureGroups(counts).map(({ title, rows }) => [
    title.replace('MCP ', '').toLowerCase(),
    rows.map(row => ({ ...row, p50: timeAt(0.5, row.counts), p95: timeAt(0.95, row.counts) })),
  ]);
  return Object.fromEntries(groups);
}

const mostNamed = 20;

export function idleText({ conversations, tools }: IdleTools): string {
  const tokens = tools.reduce((sum, each) => sum + each.tokens, 0);
  const named = tools.slice(0, mostNamed).map(each => `${each.tool} (${numberText(each.tokens)})`);
  const more = tools.length > mostNamed ? ` and ${numberText(tools.length - mostNamed)} more` : '';
  return `Not called in your last ${conversations} conversations: ${countText(tools.length, 'tool')} with about ${countText(tokens, 'token')} in every request: ${named.join(', ')}${more}.`;
}
