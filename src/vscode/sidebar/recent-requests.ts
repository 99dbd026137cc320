import type { Exchange, RequestLog } from '../../converser/words/models/request-log.ts';

export interface RecentRequests {
  readonly log: RequestLog;
  /** The conversations whose requests are kept. */
  opened?: () => readonly (string | undefined)[];
  /** Hears of all requests, too. */
  record?: RequestLog;
  /** With all attempts, oldest first. Empty if they are not kept. */
  of(turn: string, round: number): readonly Exchange[];
}

export const mostRounds = 20;
export const mostBytes = 10_000_000;

export function createRecentRequests(): RecentRequests {
  let kept: readonly Exchange[] = [];

  /** Rounds are dropped whole, the oldest first. */
  function trim(): void {
    const [oldest, ...others] = new Set(kept.map(roundOf));
    const pieces = kept.flatMap(({ request, reply }) => [request.pieces, reply.pieces].flat());
    if (others.length < mostRounds && pieces.reduce((sum, { length }) => sum + length, 0) <= mostBytes)
      return;
    kept = kept.filter(each => roundOf(each) !== oldest);
    trim();
  }
  const recent: RecentRequests = {
    of: (turn, round) => kept.filter(each => roundOf(each) === `${turn} ${round}`),
    log(exchange) {
      kept = [...kept, exchange].filter(({ origin }) => recent.opened?.().includes(origin?.conversation));
      trim();
      const recorded = recent.record?.(exchange);
      return () => {
        trim();
        recorded?.();
      };
    },
  };
  return recent;
}

function roundOf({ origin }: Exchange): string | undefined {
  return origin && `${origin.turn} ${origin.round}`;
}
