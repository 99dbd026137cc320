import {
  type RequestId,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/client';
import type { ConverserError } from '../../../converser/ground/errors.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import type { Exchange, Exchanges } from './limited-fetch.ts';

export interface StreamableTransportOptions extends StreamableHTTPClientTransportOptions {
  readonly server: string;
  readonly exchanges: Exchanges;
}

type Sent = Parameters<StreamableHTTPClientTransport['send']>[0];
type SendOptions = NonNullable<Parameters<StreamableHTTPClientTransport['send']>[1]>;

/** When a stream ends without its answer, the library reports nothing; here the request fails. */
export class StreamableTransport extends StreamableHTTPClientTransport {
  readonly #owed = new Map<RequestId, Owed>();

  /** Whether `initialize` was sent: all that was refused before is the question for the server's version. */
  hasGreeted = false;
  readonly #server: string;
  readonly #exchanges: Exchanges;
  #outcome = '';

  constructor(address: URL, { server, exchanges, ...options }: StreamableTransportOptions) {
    super(address, options);
    this.#server = server;
    this.#exchanges = exchanges;
    // The client keeps this handler when it sets its own.
    this.onmessage = message => {
      if (!('method' in message) && message.id !== undefined) this.#owed.get(message.id)?.arrived();
    };
  }

  get ended(): string {
    return this.#outcome;
  }

  /** For a request, this resolves when the answer has arrived or the request was cancelled. */
  override async send(message: Sent, options: SendOptions = {}): Promise<void> {
    const id = requestIdOf(message);
    this.hasGreeted ||= 'method' in message && message.method === 'initialize';
    const cancelled = this.#owed.get(cancelledBy(message) ?? '');
    if (id === undefined || options.onRequestStreamEnd !== undefined)
      return this.#sendAlone(message, { options, cancelled });
    const over = Promise.withResolvers<End | ConverserError>();
    const arrived = () => over.resolve('done');
    const left = new AbortController();
    const leave = () => {
      arrived();
      left.abort('over');
    };
    this.#owed.set(id, { arrived, leave });
    options.requestSignal?.addEventListener('abort', arrived, { once: true });
    const requestSignal = AbortSignal.any([left.signal, options.requestSignal ?? left.signal]);
    const exchange: Exchange = {
      exceeded(fault) {
        over.resolve(fault);
        left.abort(fault);
      },
    };
    try {
      const onRequestStreamEnd = () => over.resolve('cut short');
      await this.#exchanges.run(exchange, () =>
        super.send(message, { ...options, requestSignal, onRequestStreamEnd }),
      );
      // Only a stream may bring the answer later.
      if (exchange.isStream === false) over.resolve('unanswered');
      const end = await over.promise;
      if (end === 'done') return;
      throw typeof end === 'string' ? serverErrors.serverLost(this.#server, reasons[end]) : end;
    } finally {
      this.#owed.delete(id);
    }
  }

  async #sendAlone(
    message: Sent,
    { options, cancelled }: { readonly options: SendOptions; readonly cancelled: Owed | undefined },
  ): Promise<void> {
    const exchange = { exceeded: (fault: ConverserError) => this.#giveUp(fault) };
    const sent = this.#exchanges.run(exchange, () => super.send(message, options));
    // Until 2025 the library tells the server but keeps reading the stream, which may never end.
    cancelled?.leave();
    await sent;
  }

  #giveUp({ message }: ConverserError): void {
    this.#outcome = message;
    void this.close();
  }
}

type End = 'done' | keyof typeof reasons;

const reasons = {
  'cut short': 'Its answer was cut off.',
  unanswered: 'It accepted the request, but did not answer it.',
};

interface Owed {
  arrived(): void;
  leave(): void;
}

function cancelledBy(message: Sent): RequestId | undefined {
  if (Array.isArray(message) || !('method' in message)) return undefined;
  const { method, params } = message;
  return method === 'notifications/cancelled' ? (params?.requestId as RequestId | undefined) : undefined;
}

function requestIdOf(message: Sent): RequestId | undefined {
  return !Array.isArray(message) && 'method' in message && 'id' in message ? message.id : undefined;
}
