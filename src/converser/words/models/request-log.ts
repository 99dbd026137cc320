/** The round for which a request is made. `turn` is the id of the turn’s first canister; rounds begin with 1. */
export interface RequestOrigin {
  readonly conversation: string;
  readonly turn: string;
  readonly round: number;
}

/** Made for a request by whoever sends it, who goes on writing the reply. Both hold keys: see `request-text.ts`. */
export interface Exchange {
  readonly origin: RequestOrigin | undefined;
  readonly request: Readonly<Message>;
  readonly reply: Message;
}

export interface Message {
  /** Such as `POST https://…` or `200 OK`, and what went wrong. */
  first: string;
  headers: readonly (readonly [name: string, value: string])[];
  readonly pieces: Uint8Array[];
}

/** Contract: never throws. What it returns is called when the reply is over, perhaps several times. */
export type RequestLog = (exchange: Exchange) => () => void;
