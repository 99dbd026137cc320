import type { Client, Transport } from '@modelcontextprotocol/client';

/** A connection to a server after the handshake. */
export interface ServerConnection {
  readonly client: Client;
  /** Resolves when the connection has ended: with the reason as far as it is known, or empty if we closed it. */
  readonly ended: Promise<string>;
  /** It ended or was silent when it was asked for its version, as some old servers do. */
  readonly refusesDiscovery?: true;
  /** Resolves when everything that was started has ended. Never rejects. */
  close(): Promise<void>;
}

export interface OpenTransport extends Transport {
  /** How the process behind it ended, for people. Empty while it runs. */
  readonly ended?: string;
  /** The process behind it failed, and its output names a fault. */
  readonly hasToldFault?: boolean;
  /** How many answers have come. Absent: unknown. */
  readonly answers?: number;
  /** Ends the session at the server. */
  terminateSession?(): Promise<void>;
}
