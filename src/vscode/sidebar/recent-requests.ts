import type { Exchange, RequestLog } from '../../converser/words/models/request-log.ts';

export interface RecentRequests {
  readonly log: RequestLog;
  /** The conversation whose requests are kept. */
  opened: () => string;
  /** With all attempts, oldest first. Empty if they are not kept. */
  of(turn: string, round: number): readonly Exchange[];
}

export const mostKept = { rounds: 20, bytes: 10_000_000 };

export function createRecentRequests(): RecentRequests {
  let kept: readonly Exchange[] = [];

  /** Rounds are dropped whole, the oldest first. */
  function trim(): void {
    const pieces = kept.flatMap(({ request, reply }) => [...request.pieces, ...reply.pieces]);
    const [oldest, ...others] = new Set(kept.map(roundOf));
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    if (bytes <= mostKept.bytes && others.length < mostKept.rounds) return;
    kept = kept.filter(each => roundOf(each) !== oldest);
    trim();
  }
  const recent: RecentRequests = {
    opened: () => '',
    of: (turn, round) => kept.filter(each => roundOf(each) === `${turn} ${round}`),
    log(exchange) {
      kept = [...kept, exchange].filter(({ origin }) => origin?.conversation === recent.opened());
      trim();
      return trim;
    },
  };
  return recent;
}

function roundOf({ origin }: Exchange): string {
  return `${origin?.turn} ${origin?.round}`;
}
