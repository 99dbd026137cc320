import type { Client, Transport } from '@modelcontextprotocol/client';

export interface ServerConnection {
  readonly client: Client;
  /** Resolves to the reason, as far as it is known, or to an empty string if we closed it. */
  readonly ended: Promise<string>;
  readonly refusesDiscovery?: true;
  /** Resolves when everything that was started has ended. Never rejects. */
  close(): Promise<void>;
}

export interface OpenTransport extends Transport {
  readonly ended?: string;
  readonly answers?: number;
  terminateSession?(): Promise<void>;
}
