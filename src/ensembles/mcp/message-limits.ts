/**
 * How much MCP servers may send. A server that is broken or hostile sends without end, and each message is in memory as
 * a whole before anything is known about it.
 */
export const messageLimits = {
  /** Bytes of one message, counted after decompression. The largest honest ones hold a file or a picture. */
  bytes: 64 * 2 ** 20,
  /** Bytes that are read of an HTTP error. Its first line says what is wrong. */
  errorBytes: 64 * 2 ** 10,
  /** Messages that may wait for a process that does not read its input. */
  waiting: 10_000,
  /** Lines that a server's log takes in a second; the others are only counted. */
  logLines: 200,
  /** Questions that you refuse within a minute before the server may ask no more in it. */
  refusals: 3,
} as const;
