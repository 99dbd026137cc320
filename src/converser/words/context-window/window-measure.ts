/** In tokens. Plain JSON. Invariant: `total` is the sum of the parts. */
export interface WindowMeasure {
  readonly model: string;
  readonly window?: number;
  readonly reserved: number;
  readonly total: number;
  readonly parts: WindowParts;
  readonly isEstimate?: true;
  /** What you can leave out, the largest first. Measured between turns only. */
  readonly largest?: readonly LargePart[];
}

export interface LargePart {
  readonly kind: 'result' | 'tool';
  /** Of the result; the full name of the tool. */
  readonly id: string;
  readonly title: string;
  /** Estimated. */
  readonly tokens: number;
}

export interface WindowParts {
  readonly instructions: number;
  readonly tools: readonly EnsembleTokens[];
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

export function shareUsed({ window, reserved, total }: WindowMeasure): number | undefined {
  return window === undefined ? undefined : total / Math.max(1, window - reserved);
}

export function windowState(measure: WindowMeasure): WindowState {
  const share = shareUsed(measure);
  if (share === undefined) return 'unknown';
  if (share > 1) return 'over';
  return share >= nearShare ? 'near' : 'ok';
}
