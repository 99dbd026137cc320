export interface Limits {
  /** In bytes. */
  readonly body: number;
  readonly running: number;
  readonly mcp: number;
  readonly waiting: number;
  /** In milliseconds, for one that waits. */
  readonly patience: number;
}

export const ordinaryLimits: Limits = {
  body: 32 * 1024 * 1024,
  running: 32,
  mcp: 256,
  waiting: 256,
  patience: 5 * 60_000,
};
