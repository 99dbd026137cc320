/** How a provider is reached: what its client is made from. */
export interface Connection {
  /** The id of the provider made from it: stable and short, such as `anthropic`. */
  readonly id: string;
  readonly label: string;
  /** Where the API is. Default: the vendor's own. */
  readonly baseUrl?: string;
  /** Sent with every request, besides the client's own. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly organization?: string;
  /** Asked again for every request, so that a key set meanwhile counts. `undefined`: none is stored. */
  readonly key: () => Promise<string | undefined>;
  /** Takes the place of the global `fetch`, for example one that goes through a proxy. */
  readonly fetch?: typeof fetch;
}
