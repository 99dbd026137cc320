import { countText, durationText, numberText } from '../../ground/wording/numbers.ts';
import { timeAt } from './call-times.ts';
import {
  addCalls,
  type CallFigures,
  type IdleTools,
  type ToolCounts,
  type ToolFigures,
} from './tool-figures.ts';

export interface FigureGroup {
  readonly title: string;
  readonly rows: readonly FigureRow[];
}

export interface FigureRow extends CallFigures {
  readonly name: string;
  /** Tokens of definitions in all requests. */
  readonly described: number;
}

export interface FigureColumn {
  readonly title: string;
  /** Empty if there is nothing to tell. */
  readonly text: (row: FigureRow) => string;
  readonly value: (row: FigureRow) => number;
}

const amountText = (amount: number) => (amount === 0 ? '' : numberText(amount));
const timeText = (time: number | undefined) => (time === undefined ? '' : durationText(time));
const failed = ({ failures }: FigureRow) => Object.values(failures).reduce((sum, count) => sum + count, 0);

export const figureColumns: readonly FigureColumn[] = [
  { title: 'Definition tokens', text: row => amountText(row.described), value: row => row.described },
  { title: 'Result tokens', text: row => amountText(row.returned), value: row => row.returned },
  { title: 'Calls', text: row => amountText(row.calls), value: row => row.calls },
  { title: 'Failures', text: failureText, value: failed },
  {
    title: 'Time p50',
    text: row => timeText(timeAt(0.5, row.times)),
    value: row => timeAt(0.5, row.times) ?? 0,
  },
  {
    title: 'Time p95',
    text: row => timeText(timeAt(0.95, row.times)),
    value: row => timeAt(0.95, row.times) ?? 0,
  },
  { title: 'Repeated calls', text: row => amountText(row.repeated), value: row => row.repeated },
  { title: 'Tokens saved by it', text: row => amountText(row.saved), value: row => row.saved },
];

function failureText(row: FigureRow): string {
  const kinds = Object.entries(row.failures).sort(([, one], [, other]) => other - one);
  return kinds.map(([kind, count]) => `${numberText(count)} ${kind}`).join(', ');
}

/** Groups without rows are left out. */
export function figureGroups({ tools }: ToolCounts): readonly FigureGroup[] {
  const ensembleOf = ({ tool }: ToolFigures) => tool.split(':', 1).join('');
  const groups: readonly FigureGroup[] = [
    { title: 'Tools', rows: rowsBy(tools, ({ tool }) => tool || 'Other tools') },
    { title: 'Ensembles', rows: rowsBy(tools, each => ensembleOf(each) || 'Other tools') },
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

const noCalls: CallFigures = { calls: 0, failures: {}, times: {}, returned: 0, repeated: 0, saved: 0 };

function rowsBy(
  tools: readonly ToolFigures[],
  nameOf: (figures: ToolFigures) => string,
): readonly FigureRow[] {
  const rows = [...Map.groupBy(tools, nameOf)].map(([name, own]) => ({
    name,
    described: own.reduce((sum, { described }) => sum + described, 0),
    ...own.reduce((sum, { called }) => addCalls(sum, called) ?? sum, noCalls),
  }));
  return rows.sort((one, other) => other.described - one.described || other.calls - one.calls);
}

/** For programs. Times are in milliseconds. */
export function figuresJson(counts: ToolCounts): object {
  const groups = figureGroups(counts).map(({ title, rows }) => [
    title === 'MCP servers' ? 'servers' : title.toLowerCase(),
    rows.map(({ times, ...row }) => ({ ...row, p50: timeAt(0.5, times), p95: timeAt(0.95, times) })),
  ]);
  return Object.fromEntries(groups);
}

const mostNamed = 20;

export function idleText({ conversations, tools }: IdleTools): string {
  const tokens = tools.reduce((sum, each) => sum + each.tokens, 0);
  const named = tools.slice(0, mostNamed).map(each => `${each.tool} (${numberText(each.tokens)})`);
  const more = tools.length > mostNamed ? ` and ${numberText(tools.length - mostNamed)} more` : '';
  const cost = tools.length === 1 ? 'costs' : 'cost';
  const them = tools.length === 1 ? 'it' : 'any of them';
  return `${countText(tools.length, 'tool')} ${cost} about ${countText(tokens, 'token')} in every request, and your last ${conversations} conversations didn’t call ${them}: ${named.join(', ')}${more}.`;
}
