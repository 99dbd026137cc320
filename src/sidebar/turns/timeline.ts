import { durationText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { spendingText } from '../../converser/words/spending/spending-text.ts';
import type { CallTimes, RoundTimes, Span, TurnTimes } from '../../converser/words/spending/turn-times.ts';
import type { TurnView } from './turn-view.ts';

export interface Timeline {
  readonly took: number;
  /** The model has the first one; calls that run at the same time have others. */
  readonly lanes: number;
  /** In the order in which they begin. */
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
  const bars = [
    ...(times.compactions ?? []).map(span => barOf(span, { kind: 'compaction', title: 'Compaction' }, times)),
    ...times.rounds.flatMap((round, at) => [
      ...requestBars(round, at, { turn, times }),
      ...callBars(round, { turn, times }),
    ]),
  ].filter(({ start }) => start <= times.took);
  const sorted = bars.toSorted((one, other) => one.start - other.start || one.lane - other.lane);
  return { took: times.took, lanes: 1 + Math.max(0, ...bars.map(({ lane }) => lane)), bars: sorted };
}

export function beginningText({ start }: Bar): string {
  return start < 1 ? '0 s' : durationText(start);
}

export function barText({ title, details }: Bar): string {
  return [title, ...details].join(', ');
}

interface Of {
  readonly turn: TurnView;
  readonly times: TurnTimes;
}

function requestBars({ requests }: RoundTimes, at: number, { turn, times }: Of): readonly Bar[] {
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
    return barOf(request, { kind: isLast ? 'model' : 'retried', ...own }, times);
  });
}

function callBars({ calls }: RoundTimes, { turn, times }: Of): readonly Bar[] {
  return calls.map((call, at) => {
    const { start, waited } = call;
    const details = waited === undefined ? [] : [`waited ${durationText(waited)} for you`];
    return barOf(
      call,
      {
        kind: 'call',
        lane: 1 + Math.min(at, mostLanes - 1),
        title: nameOf(call, turn),
        details,
        ...(waited !== undefined && { waited: start + waited }),
      },
      times,
    );
  });
}

function nameOf({ id }: CallTimes, { items }: TurnView): string {
  const item = items.find(({ key }) => key === id);
  return item?.kind === 'invocation' ? `${item.canister.ensemble}:${item.canister.name}` : 'Call';
}

function barOf(
  { start, end }: Span,
  { lane = 0, details = [], ...own }: Partial<Bar> & Pick<Bar, 'kind' | 'title'>,
  { took }: TurnTimes,
): Bar {
  const until = Math.max(start, Math.min(end ?? took, took));
  const said = [durationText(until - start), ...details, end === undefined ? 'not finished' : ''];
  return { ...own, lane, start, end: until, details: said.filter(Boolean) };
}
