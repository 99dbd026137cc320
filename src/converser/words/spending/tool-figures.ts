import { defined } from '../../ground/json/defined.ts';
import { isAmount, isJsonObject } from '../../ground/json/json.ts';
import { addCounts, type Counts } from './call-times.ts';

/** What one tool took with one model. Tokens are estimates. */
export interface ToolFigures {
  /** `ensemble:name`; empty for names that models made up, and for what exceeds `mostTools`. */
  readonly tool: string;
  /** `provider/id` */
  readonly model: string;
  /** Its ensemble is an MCP server. */
  readonly isServer?: true;
  /** Models need it at once, or it has gone: it can’t be put on demand. */
  readonly isFixed?: true;
  /** Requests that described it, and the tokens of its definition in all of them. */
  readonly requests: number;
  readonly described: number;
  readonly called?: CallFigures;
}

export interface CallFigures {
  readonly calls: number;
  /** By `FailureKind`. */
  readonly failures: Counts;
  /** Of the calls that ran, by bucket: see `timesOf`. */
  readonly times: Counts;
  /** Tokens of the results, as models read them. */
  readonly returned: number;
  /** Calls that repeated an earlier result, and the tokens that this saved. */
  readonly repeated: number;
  readonly saved: number;
}

export interface ToolCounts {
  readonly tools: readonly ToolFigures[];
  /** The latest is the last. */
  readonly recent: readonly RecentConversation[];
}

/** Names of tools that its requests described, and that it called. */
export interface RecentConversation {
  readonly id: string;
  readonly told: readonly string[];
  readonly called: readonly string[];
}

export const noToolCounts: ToolCounts = { tools: [], recent: [] };

const mostTools = 1_000;
const mostRecent = 10;
/** Fewer conversations say little about what you need. */
const enoughRecent = 3;

export function toolCountsOf(id: string, tools: readonly ToolFigures[]): ToolCounts {
  const named = (some: readonly ToolFigures[]) => [...new Set(some.map(({ tool }) => tool))];
  const told = named(tools.filter(({ requests, isFixed }) => requests > 0 && !isFixed));
  return { tools, recent: [{ id, told, called: named(tools.filter(({ called }) => called)) }] };
}

export function addToolCounts(one: ToolCounts, other: ToolCounts): ToolCounts {
  return { tools: addTools(one.tools, other.tools), recent: addRecent(one.recent, other.recent) };
}

export function addTools(one: readonly ToolFigures[], other: readonly ToolFigures[]): readonly ToolFigures[] {
  const sums = new Map<string, ToolFigures>();
  for (const each of [...one, ...other]) {
    const own = keyOf(each);
    const fits = sums.has(own) || sums.size < mostTools;
    const figures = fits ? each : { ...each, tool: '', model: '' };
    const key = keyOf(figures);
    const before = sums.get(key);
    sums.set(key, before === undefined ? figures : addFigures(before, figures));
  }
  return [...sums.values()];
}

function keyOf({ tool, model }: ToolFigures): string {
  return `${tool}\n${model}`;
}

function addFigures(one: ToolFigures, other: ToolFigures): ToolFigures {
  return defined({
    ...one,
    isServer: one.isServer ?? other.isServer,
    isFixed: one.isFixed && other.isFixed,
    requests: one.requests + other.requests,
    described: one.described + other.described,
    called: addCalls(one.called, other.called),
  });
}

export function addCalls(one?: CallFigures, other?: CallFigures): CallFigures | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    calls: one.calls + other.calls,
    failures: addCounts(one.failures, other.failures),
    times: addCounts(one.times, other.times),
    returned: one.returned + other.returned,
    repeated: one.repeated + other.repeated,
    saved: one.saved + other.saved,
  };
}

function addRecent(
  one: readonly RecentConversation[],
  other: readonly RecentConversation[],
): readonly RecentConversation[] {
  const all = new Map(one.map(each => [each.id, each]));
  for (const { id, told, called } of other) {
    const before = all.get(id);
    all.delete(id);
    all.set(id, {
      id,
      told: [...new Set([...(before?.told ?? []), ...told])],
      called: [...new Set([...(before?.called ?? []), ...called])],
    });
  }
  return [...all.values()].slice(-mostRecent);
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
  const called = new Set(recent.flatMap(each => each.called));
  const told = recent.map(each => new Set(each.told));
  const names = [...(told[0] ?? [])].filter(
    name => !called.has(name) && told.every(each => each.has(name)) && isAlways(name),
  );
  const idle = names.map(name => {
    const own = tools.filter(({ tool }) => tool === name);
    const requests = own.reduce((sum, each) => sum + each.requests, 0);
    const described = own.reduce((sum, each) => sum + each.described, 0);
    return { tool: name, tokens: Math.round(described / Math.max(requests, 1)) };
  });
  if (idle.length === 0) return undefined;
  return { conversations: recent.length, tools: idle.sort((a, b) => b.tokens - a.tokens) };
}

/** A damaged part counts as nothing. */
export function parseToolCounts(value: unknown): ToolCounts | undefined {
  if (!isJsonObject(value) || !Array.isArray(value.tools) || !Array.isArray(value.recent)) return undefined;
  const recent = value.recent.flatMap(each => {
    if (!isJsonObject(each) || typeof each.id !== 'string') return [];
    return [{ id: each.id, told: stringsIn(each.told), called: stringsIn(each.called) }];
  });
  return { tools: value.tools.flatMap(each => parseFigures(each) ?? []), recent };
}

function parseFigures(value: unknown): ToolFigures | undefined {
  if (!isJsonObject(value)) return undefined;
  const { tool, model, requests, described, isServer, isFixed } = value;
  if (typeof tool !== 'string' || typeof model !== 'string' || !isAmount(requests) || !isAmount(described))
    return undefined;
  const flags = { isServer: isServer === true || undefined, isFixed: isFixed === true || undefined };
  return defined({ tool, model, requests, described, ...flags, called: parseCalls(value.called) });
}

function parseCalls(value: unknown): CallFigures | undefined {
  if (!isJsonObject(value)) return undefined;
  const { calls, returned, repeated, saved } = value;
  if (!isAmount(calls) || !isAmount(returned) || !isAmount(repeated) || !isAmount(saved)) return undefined;
  return {
    ...{ calls, returned, repeated, saved },
    failures: countsIn(value.failures),
    times: countsIn(value.times),
  };
}

function countsIn(value: unknown): Counts {
  if (!isJsonObject(value)) return {};
  const own = Object.entries(value).filter(([key]) => /^[\w-]{1,30}$/.test(key));
  return Object.fromEntries(own.flatMap(([key, count]) => (isAmount(count) ? [[key, count]] : [])));
}

function stringsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
}
