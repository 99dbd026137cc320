/** Part of a `Request`, so that one needs not be made of what Node.js has read already. */
export interface Asked {
  readonly method: string;
  readonly address: Readonly<URL>;
  /** An escaped slash stays escaped. */
  readonly path: string;
  readonly headers: AskedHeaders;
  /** Aborts if the client leaves before it has its answer. Made when it is asked for. */
  readonly signal: () => AbortSignal;
  /** Throws `Refused` if it has more than so many bytes, or if the client is gone. */
  readonly body: (limit: number) => Promise<Uint8Array>;
}

/** Names are in lower case. */
export type AskedHeaders = ReadonlyMap<string, string>;
