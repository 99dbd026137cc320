import type { Client, Transport } from '@modelcontextprotocol/client';

/** A server that has said hello. */
export interface ServerConnection {
  readonly client: Client;
  /** Resolves when it is over: with how it ended as far as that can be told, or with nothing when we close it. */
  readonly ended: Promise<string>;
  /** Resolves when everything that was started has ended. Never rejects. */
  close(): Promise<void>;
}

export interface OpenTransport extends Transport {
  /** How the process behind it ended, for people; empty while it runs. */
  readonly ended?: string;
  /** Tells the server that its session is over. */
  terminateSession?(): Promise<void>;
}
