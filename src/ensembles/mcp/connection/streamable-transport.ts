import {
  type RequestId,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/client';
import { errors } from '../../../converser/errors.ts';

export interface StreamableTransportOptions extends StreamableHTTPClientTransportOptions {
  /** What it is called, for people. */
  readonly server: string;
}

type Sent = Parameters<StreamableHTTPClientTransport['send']>[0];
type SendOptions = NonNullable<Parameters<StreamableHTTPClientTransport['send']>[1]>;

/**
 * Streamable HTTP. When a stream ends that owed an answer, the library tells nobody, and whoever asked would wait for
 * as long as their time limit allows. Here they are told at once; the connection stands, as every request has a stream
 * of its own, which may have been cut on the way.
 */
export class StreamableTransport extends StreamableHTTPClientTransport {
  /** What to call when an answer has come, by the request that it is to. */
  readonly #owed = new Map<RequestId, () => void>();

  readonly #server: string;

  constructor(address: URL, { server, ...options }: StreamableTransportOptions) {
    super(address, options);
    this.#server = server;
    // Whoever uses the transport adds to this, and takes nothing away.
    this.onmessage = message => {
      if (!('method' in message) && message.id !== undefined) this.#owed.get(message.id)?.();
    };
  }

  /** Of a request, this resolves when the answer has come or nobody wants it any more. */
  override async send(message: Sent, options: SendOptions = {}): Promise<void> {
    const id = requestIdOf(message);
    // Some streams may end without having answered, and whoever opened those is told.
    if (id === undefined || options.onRequestStreamEnd !== undefined) return super.send(message, options);
    const over = Promise.withResolvers<'done' | 'cut short'>();
    const done = () => over.resolve('done');
    this.#owed.set(id, done);
    options.requestSignal?.addEventListener('abort', done, { once: true });
    try {
      await super.send(message, { ...options, onRequestStreamEnd: () => over.resolve('cut short') });
      if ((await over.promise) === 'done') return;
      throw errors.serverLost(this.#server, 'It ended its answer before that was whole.');
    } finally {
      this.#owed.delete(id);
    }
  }
}

function requestIdOf(message: Sent): RequestId | undefined {
  return !Array.isArray(message) && 'method' in message && 'id' in message ? message.id : undefined;
}
