/**
 * How much of a model's window a request takes, in tokens. Plain JSON.
 * Invariant: `total` is the sum of the parts.
 */
export interface WindowMeasure {
  readonly model: string;
  /** Fits a request and its reply together. Absent if unknown. */
  readonly window?: number;
  readonly reserved: number;
  readonly total: number;
  readonly parts: WindowParts;
  readonly isEstimate?: true;
}

export interface WindowParts {
  /** Includes those that joined because of a file. */
  readonly instructions: number;
  readonly tools: readonly EnsembleTokens[];
  /** What you and the model said, the calls, and what a compaction left of them. */
  readonly history: number;
  readonly attachments: number;
  readonly results: number;
  readonly reasoning: number;
}

export interface EnsembleTokens {
  readonly ensemble: string;
  readonly tokens: number;
}

export type WindowState = 'unknown' | 'ok' | 'near' | 'over';

const nearShare = 0.75;

/** 1 is full; `undefined` if the window isn't known. */
export function shareUsed({ window, reserved, total }: WindowMeasure): number | undefined {
  return window === undefined ? undefined : total / Math.max(1, window - reserved);
}

export function windowState(measure: WindowMeasure): WindowState {
  const share = shareUsed(measure);
  if (share === undefined) return 'unknown';
  if (share > 1) return 'over';
  return share >= nearShare ? 'near' : 'ok';
}
