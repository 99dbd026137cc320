/** How a provider is reached. */
export interface Connection {
  /** The id of the provider made from it: stable and short, such as `anthropic`. */
  readonly id: string;
  readonly label: string;
  /** The address of the API. Default: the vendor's own. */
  readonly baseUrl?: string;
  /** Sent with every request, besides the client's own. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly organization?: string;
  /** Read for every request, so that a new key takes effect. `undefined`: none is stored. */
  readonly key: () => Promise<string | undefined>;
  /** Takes the place of the global `fetch`, for example one that goes through a proxy. */
  readonly fetch?: typeof fetch;
}
