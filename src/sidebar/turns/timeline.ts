import { durationText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { spendingText } from '../../converser/words/spending/spending-text.ts';
import type { CallTimes, RoundTimes, Span, TurnTimes } from '../../converser/words/spending/turn-times.ts';
import type { TurnView } from './turn-view.ts';

export interface Timeline {
  readonly took: number;
  /** The model has the first one; calls that run at the same time have others. */
  readonly lanes: number;
  /** In the order in which they begin; the calls of a round in that in which the model asked for them. */
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly kind: 'model' | 'retried' | 'compaction' | 'call';
  readonly lane: number;
  readonly start: number;
  readonly end: number;
  /** Until then the first token was waited for, or your answer. */
  readonly waited?: number;
  readonly title: string;
  readonly details: readonly string[];
}

const mostLanes = 24;

export function timelineOf(turn: TurnView, times: TurnTimes): Timeline {
  const { took, rounds, compactions = [] } = times;
  const drawn: readonly Drawn[] = [
    ...compactions.map(span => ({ span, kind: 'compaction', title: 'Compaction' }) as const),
    ...rounds.flatMap((round, at) => [...requestsOf(round, at, turn), ...callsOf(round, turn)]),
  ];
  const sorted = drawn.toSorted((one, other) => beginOf(one) - beginOf(other));
  const bars = sorted.filter(({ span }) => span.start <= took).map(each => barOf(each, took));
  return { took, lanes: 1 + Math.max(0, ...bars.map(({ lane }) => lane)), bars };
}

export function beginningText({ start }: Bar): string {
  return start < 1 ? '0 s' : durationText(start);
}

export function barText({ title, details }: Bar): string {
  return [title, ...details].join(', ');
}

interface Drawn extends Pick<Bar, 'kind' | 'title'>, Partial<Pick<Bar, 'lane' | 'waited' | 'details'>> {
  readonly span: Span;
  /** Of the calls of a round, which begin together as far as people see. */
  readonly begin?: number;
}

function beginOf({ span, begin = span.start }: Drawn): number {
  return begin;
}

function requestsOf({ requests }: RoundTimes, at: number, turn: TurnView): readonly Drawn[] {
  const spending = turn.roundSpendings[at];
  const cost = spending === undefined ? '' : spendingText(spending);
  return requests.map((request, place) => {
    const { start, first, again } = request;
    const isLast = place === requests.length - 1;
    const details = [
      first === undefined ? '' : `first token after ${durationText(first - start)}`,
      again === undefined ? '' : `made again: ${visibleLine(again)}`,
      isLast && cost !== '' ? `${requests.length > 1 ? 'in all requests ' : ''}${cost}` : '',
    ];
    const own = { title: `Round ${at + 1}, model`, details, ...(first !== undefined && { waited: first }) };
    return { span: request, kind: isLast ? 'model' : 'retried', ...own };
  });
}

function callsOf({ calls }: RoundTimes, turn: TurnView): readonly Drawn[] {
  const begin = Math.min(...calls.map(({ start }) => start));
  return calls.map((call, at) => {
    const { start, waited } = call;
    const own = { begin, lane: 1 + Math.min(at, mostLanes - 1), title: nameOf(call, turn) };
    if (waited === undefined) return { span: call, kind: 'call', ...own };
    const details = [`waited ${durationText(waited)} for you`];
    return { span: call, kind: 'call', ...own, details, waited: start + waited };
  });
}

function nameOf({ id }: CallTimes, { items }: TurnView): string {
  const item = items.find(({ key }) => key === id);
  return item?.kind === 'invocation' ? `${item.canister.ensemble}:${item.canister.name}` : 'Call';
}

function barOf({ span: { start, end }, lane = 0, details = [], begin: _, ...own }: Drawn, took: number): Bar {
  const until = Math.max(start, Math.min(end ?? took, took));
  const said = [durationText(until - start), ...details, end === undefined ? 'not finished' : ''];
  return { ...own, lane, start, end: until, details: said.filter(Boolean) };
}
