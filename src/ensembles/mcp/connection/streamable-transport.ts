import {
  type RequestId,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/client';
import { serverErrors } from '../../../converser/ensemble/server-errors.ts';

export interface StreamableTransportOptions extends StreamableHTTPClientTransportOptions {
  /** The server's name. */
  readonly server: string;
}

type Sent = Parameters<StreamableHTTPClientTransport['send']>[0];
type SendOptions = NonNullable<Parameters<StreamableHTTPClientTransport['send']>[1]>;

/**
 * Streamable HTTP. When a stream ends before its answer, the library reports nothing, and the request would wait for its
 * time limit. Here it fails immediately. The connection remains, because every request has a stream of its own.
 */
export class StreamableTransport extends StreamableHTTPClientTransport {
  /** Called when the answer to a request has arrived. */
  readonly #owed = new Map<RequestId, () => void>();

  readonly #server: string;

  constructor(address: URL, { server, ...options }: StreamableTransportOptions) {
    super(address, options);
    this.#server = server;
    // The client keeps this handler when it sets its own.
    this.onmessage = message => {
      if (!('method' in message) && message.id !== undefined) this.#owed.get(message.id)?.();
    };
  }

  /** For a request, this resolves when the answer has arrived or the request was cancelled. */
  override async send(message: Sent, options: SendOptions = {}): Promise<void> {
    const id = requestIdOf(message);
    // Such a stream may end without an answer, and its opener handles that.
    if (id === undefined || options.onRequestStreamEnd !== undefined) return super.send(message, options);
    const over = Promise.withResolvers<'done' | 'cut short'>();
    const done = () => over.resolve('done');
    this.#owed.set(id, done);
    options.requestSignal?.addEventListener('abort', done, { once: true });
    try {
      await super.send(message, { ...options, onRequestStreamEnd: () => over.resolve('cut short') });
      if ((await over.promise) === 'done') return;
      throw serverErrors.serverLost(this.#server, 'Its answer was cut off.');
    } finally {
      this.#owed.delete(id);
    }
  }
}

function requestIdOf(message: Sent): RequestId | undefined {
  return !Array.isArray(message) && 'method' in message && 'id' in message ? message.id : undefined;
}
