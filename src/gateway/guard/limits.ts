/** What all clients together may ask of the gateway. */
export interface Limits {
  /** Bytes of a body. */
  readonly body: number;
  /** Requests to models that are answered at the same time. */
  readonly running: number;
  /** Requests of MCP clients that are answered at the same time. */
  readonly mcp: number;
  /** Requests that wait for their turn. */
  readonly waiting: number;
  /** Milliseconds that one of them waits at most. */
  readonly patience: number;
}

export const ordinaryLimits: Limits = {
  body: 32 * 1024 * 1024,
  running: 32,
  mcp: 256,
  waiting: 256,
  patience: 5 * 60_000,
};
