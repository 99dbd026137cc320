/** In milliseconds from the start of the turn. Plain JSON, kept with what the turn cost. */
export interface TurnTimes {
  readonly took: number;
  readonly rounds: readonly RoundTimes[];
  readonly compactions?: readonly Span[];
}

export interface RoundTimes {
  /** The last one was answered, unless the turn ended before; the others were made again. */
  readonly requests: readonly RequestTimes[];
  readonly calls: readonly CallTimes[];
}

export interface Span {
  readonly start: number;
  /** Absent: the turn ended before. */
  readonly end?: number;
}

export interface RequestTimes extends Span {
  /** When the first word, thought or call of the reply came. */
  readonly first?: number;
  /** Why the request was made again. */
  readonly again?: string;
}

export interface CallTimes extends Span {
  /** Of the invocation. */
  readonly id: string;
  /** How long of it the call waited for you. */
  readonly waited?: number;
}

export const noTimes: TurnTimes = { took: 0, rounds: [] };
