/** What one tool took with one model. Tokens are estimates. */
export interface ToolFigures {
  /** `ensemble:name`; empty for names that models made up, for tools that find tools, and beyond `mostTools`. */
  readonly tool: string;
  /** `provider/id` */
  readonly model: string;
  /** Its ensemble is an MCP server. */
  readonly isServer?: true;
  /**
   * - `requests` that described it, and tokens `described` in all of them;
   * - `calls`, those that failed by kind (`failed timeout`), and those that ran by time: see `timeKey`;
   * - tokens `written` as arguments and `returned`, calls that `repeated` an earlier result, and tokens that this `saved`.
   */
  readonly counts: Counts;
}

export type Counts = Readonly<Record<string, number>>;

export interface ToolCounts {
  readonly tools: readonly ToolFigures[];
  /** The last conversations, with how often each tool that they were told about was called. */
  readonly recent: readonly { readonly id: string; readonly calls: Counts }[];
}

export const noToolCounts: ToolCounts = { tools: [], recent: [] };

const mostTools = 1_000;
const mostRecent = 10;
/** Fewer conversations say little about what you need. */
const enoughRecent = 3;

export function addCounts(one: Counts, other: Counts): Counts {
  return addTo({ ...one }, other);
}

function addTo(sums: Record<string, number>, counts: Counts): Counts {
  for (const key of Object.keys(counts)) sums[key] = (sums[key] ?? 0) + (counts[key] ?? 0);
  return sums;
}

export function toolCountsOf(id: string, tools: readonly ToolFigures[]): ToolCounts {
  const told = new Set(
    tools.filter(({ tool, counts }) => tool !== '' && counts.requests).map(each => each.tool),
  );
  const calls = tools
    .filter(({ tool }) => told.has(tool))
    .reduce<Counts>((sum, { tool, counts }) => addCounts(sum, { [tool]: counts.calls ?? 0 }), {});
  return { tools, recent: told.size === 0 ? [] : [{ id, calls }] };
}

export function addToolCounts(one: ToolCounts, other: ToolCounts): ToolCounts {
  const recent = new Map(one.recent.map(({ id, calls }) => [id, calls]));
  for (const { id, calls } of other.recent) {
    const sum = addCounts(recent.get(id) ?? {}, calls);
    recent.delete(id);
    recent.set(id, sum);
  }
  const last = [...recent].slice(-mostRecent).map(([id, calls]) => ({ id, calls }));
  return { tools: addTools(one.tools, other.tools), recent: last };
}

export function addTools(one: readonly ToolFigures[], other: readonly ToolFigures[]): readonly ToolFigures[] {
  const sums = new Map<string, ToolFigures & { readonly counts: Record<string, number> }>();
  for (const each of [...one, ...other]) {
    const own = `${each.tool}\n${each.model}`;
    const key = sums.has(own) || sums.size < mostTools ? own : '';
    const before = sums.get(key) ?? { ...each, ...(key === '' && { tool: '', model: '' }), counts: {} };
    const isServer = before.isServer ?? each.isServer;
    addTo(before.counts, each.counts);
    sums.set(key, isServer === before.isServer ? before : { ...before, ...(isServer && { isServer }) });
  }
  return [...sums.values()];
}

export interface IdleTools {
  /** How many conversations didn’t call them. */
  readonly conversations: number;
  /** With the tokens of each in every request, the most first. */
  readonly tools: readonly { readonly tool: string; readonly tokens: number }[];
}

/** What each of the last conversations was told about, and none of them called. */
export function idleTools(
  { tools, recent }: ToolCounts,
  isAlways: (tool: string) => boolean,
): IdleTools | undefined {
  if (recent.length < enoughRecent) return undefined;
  const names = Object.keys(recent[0]?.calls ?? {}).filter(
    name => recent.every(({ calls }) => calls[name] === 0) && isAlways(name),
  );
  const idle = names.map(tool => {
    const own = tools
      .filter(each => each.tool === tool)
      .reduce<Counts>((sum, { counts }) => addCounts(sum, counts), {});
    return { tool, tokens: Math.round((own.described ?? 0) / (own.requests ?? 1)) };
  });
  if (idle.length === 0) return undefined;
  return { conversations: recent.length, tools: idle.sort((one, other) => other.tokens - one.tokens) };
}

const perDoubling = 4;
/** It begins at more than five hours. */
const lastBucket = 100;
const timeStart = 'time ';

/** Four buckets double the time, so what `timeAt` returns is right within 10 %. */
export function timeKey(milliseconds: number): string {
  const bucket = milliseconds < 1 ? 0 : 1 + Math.floor(Math.log2(milliseconds) * perDoubling);
  return `${timeStart}${Math.min(bucket, lastBucket)}`;
}

/** In milliseconds, for a share from 0 to 1. */
export function timeAt(share: number, counts: Counts): number | undefined {
  const times = Object.entries(counts).filter(([key]) => key.startsWith(timeStart));
  const buckets = times.map(([key, count]) => [Number(key.slice(timeStart.length)), count] as const);
  let left = buckets.reduce((sum, [, count]) => sum + count, 0) * share;
  for (const [bucket, count] of buckets.sort(([one], [other]) => one - other)) {
    left -= count;
    if (left <= 0) return bucket === 0 ? 0.5 : 2 ** ((bucket - 0.5) / perDoubling);
  }
  return undefined;
}
