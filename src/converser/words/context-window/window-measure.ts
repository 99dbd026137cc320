/**
 * How much of a model's window a request takes, in tokens. Plain JSON.
 *
 * Invariant: `total` is the sum of the parts.
 */
export interface WindowMeasure {
  /** `provider/id`. */
  readonly model: string;
  /** What fits into a request and its reply together. Absent: not known. */
  readonly window?: number;
  /** What is kept free of it for the reply. */
  readonly reserved: number;
  readonly total: number;
  readonly parts: WindowParts;
  /** The provider has not reported yet how long a request of this conversation is, so all figures are rougher. */
  readonly isEstimate?: true;
}

export interface WindowParts {
  /** Also those that have joined the conversation because of a file. */
  readonly instructions: number;
  /** By ensemble, the largest first. */
  readonly tools: readonly EnsembleTokens[];
  /** What you and the model said, and the calls it made; or what a compaction has left of it. */
  readonly history: number;
  readonly attachments: number;
  /** Of tools. */
  readonly results: number;
  /** What the provider gets back of its model's reasoning. */
  readonly reasoning: number;
}

export interface EnsembleTokens {
  /** Empty: tools that belong to none. */
  readonly ensemble: string;
  readonly tokens: number;
}

export type WindowState = 'unknown' | 'ok' | 'near' | 'over';

/** From this share on, little is left. */
const nearShare = 0.75;

/** The share of what a request may have that this one has: 1 is full. `undefined`: the window is not known. */
export function shareUsed({ window, reserved, total }: WindowMeasure): number | undefined {
  return window === undefined ? undefined : total / Math.max(1, window - reserved);
}

export function windowState(measure: WindowMeasure): WindowState {
  const share = shareUsed(measure);
  if (share === undefined) return 'unknown';
  if (share > 1) return 'over';
  return share >= nearShare ? 'near' : 'ok';
}
