import type { Clock } from '../ground/ports.ts';
import { shortened } from '../ground/wording/cut-text.ts';
import { isCompaction } from '../words/canister/canister.ts';
import type { ConverseEvent } from '../words/conversation/converse-event.ts';
import {
  type CallTimes,
  noTimes,
  type RequestTimes,
  type RoundTimes,
  type Span,
  type TurnTimes,
} from '../words/spending/turn-times.ts';

/** `reply-start`: the first piece of a reply has come, of whichever kind. */
export type TimedEvent = ConverseEvent | { readonly type: 'reply-start' };

export interface Moment {
  readonly at: number;
  /** When the event before came. */
  readonly before: number;
}

const mostCalls = 500;
/** In characters. */
const longestReason = 200;

export interface TurnClock {
  hear(events: readonly TimedEvent[]): void;
  taken(): TurnTimes;
}

export function createTurnClock(clock: Pick<Clock, 'monotonic'>): TurnClock {
  const begun = clock.monotonic();
  const now = () => Math.round(clock.monotonic() - begun);
  let times = noTimes;
  let before = 0;
  return {
    hear(events) {
      const at = now();
      for (const event of events) times = timesAfter(times, event, { at, before });
      before = at;
    },
    taken: () => ({ ...times, took: now() }),
  };
}

export function timesAfter(times: TurnTimes, event: TimedEvent, { at, before }: Moment): TurnTimes {
  switch (event.type) {
    case 'round-start':
      return { ...times, rounds: [...times.rounds, { requests: [{ start: at }], calls: [] }] };
    case 'reply-start':
      return withRequest(times, last => [{ ...last, first: last.first ?? at }]);
    case 'round-restart': {
      const again = shortened(event.message, longestReason);
      return withRequest(times, last => [{ end: at, ...last, again }, { start: at + event.wait }]);
    }
    case 'round-end':
      return withRequest(times, last => [{ end: at, ...last }]);
    case 'joined':
      return event.canisters.some(isCompaction) ? withCompaction(times, { start: before, end: at }) : times;
    case 'invocation-start':
      return withCalls(times, calls => [...calls, { id: event.canister.id, start: at }].slice(0, mostCalls));
    case 'invocation-end': {
      const { invocationId, waited } = event.canister;
      // A slow listener delays the start of a call: its duration says when it really began.
      const begun = Math.round(at - event.duration - (waited ?? 0));
      const ended = { end: at, ...(waited !== undefined && { waited }) };
      return withCalls(times, calls =>
        calls.map(call =>
          call.id === invocationId ? { ...call, start: Math.max(call.start, begun), ...ended } : call,
        ),
      );
    }
    default:
      return times;
  }
}

/** A request that was too long has ended before something is left out of the next one. */
function withCompaction(times: TurnTimes, compaction: Span & { readonly end: number }): TurnTimes {
  const { rounds, compactions = [] } = withRequest(times, last => [{ end: compaction.start, ...last }]);
  return { ...times, rounds, compactions: [...compactions, compaction] };
}

function withRequest(times: TurnTimes, change: (last: RequestTimes) => readonly RequestTimes[]): TurnTimes {
  return withLastRound(times, round => {
    const last = round.requests.at(-1);
    if (last === undefined) return round;
    return { ...round, requests: [...round.requests.slice(0, -1), ...change(last)] };
  });
}

function withCalls(
  times: TurnTimes,
  change: (calls: readonly CallTimes[]) => readonly CallTimes[],
): TurnTimes {
  return withLastRound(times, round => ({ ...round, calls: change(round.calls) }));
}

function withLastRound(times: TurnTimes, change: (round: RoundTimes) => RoundTimes): TurnTimes {
  const last = times.rounds.at(-1);
  return last === undefined ? times : { ...times, rounds: times.rounds.with(-1, change(last)) };
}
