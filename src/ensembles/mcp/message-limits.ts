/** A broken or hostile server sends without end, and a message must be in memory as a whole. */
export const messageLimits = {
  /** In bytes after decompression. The largest honest messages hold a file or a picture. */
  bytes: 64 * 2 ** 20,
  /** In bytes of an HTTP error. Its first line says what is wrong. */
  errorBytes: 64 * 2 ** 10,
  /** In messages to a process that doesn't read its input. */
  waiting: 10_000,
  /** In lines per second; further ones are only counted. */
  logLines: 200,
  /** After so many refusals within a minute, the server's questions are cancelled until it is over. */
  refusals: 3,
} as const;
