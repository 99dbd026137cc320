import {
  type FetchLike,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  type SSEClientTransportOptions,
  SseError,
} from '@modelcontextprotocol/client';
import type { ConverserError } from '../../../converser/ground/errors.ts';
import type { Exchanges } from './limited-fetch.ts';

export interface SseTransportOptions extends SSEClientTransportOptions {
  readonly fetch: FetchLike;
  readonly exchanges: Exchanges;
}

/** The library reopens a broken stream without a handshake, so requests would wait for ever. Here it ends. */
export class SseTransport extends SSEClientTransport {
  readonly #closed = Promise.withResolvers<never>();
  readonly #faults: Faults;
  readonly #exchanges: Exchanges;
  #outcome = '';
  #hasStarted = false;
  #isBroken = false;

  constructor(address: URL, { exchanges, ...options }: SseTransportOptions) {
    const faults: Faults = {};
    super(address, { ...options, fetch: watched(options, faults) });
    this.#faults = faults;
    this.#exchanges = exchanges;
    this.#closed.promise.catch(() => {});
    // The client keeps this handler when it sets its own.
    this.onerror = cause => this.#failed(cause);
  }

  get ended(): string {
    return this.#outcome;
  }

  /** Ends also when the transport closes meanwhile; the library would wait for the stream for ever. */
  override async start(): Promise<void> {
    try {
      const exchange = { exceeded: (fault: ConverserError) => this.#giveUp(fault) };
      const started = this.#exchanges.run(exchange, () => super.start());
      await Promise.race([started, this.#closed.promise]);
      if (this.#isBroken) throw closed('The server closed the stream.');
    } catch (cause) {
      throw explained(cause, this.#faults);
    }
    this.#hasStarted = true;
  }

  override async close(): Promise<void> {
    this.#closed.reject(this.#faults.last ?? closed('The connection was closed.'));
    await super.close();
  }

  #giveUp(fault: ConverserError): void {
    this.#outcome = fault.message;
    this.#closed.reject(fault);
    void this.close();
  }

  #failed(cause: Error): void {
    this.#faults.last = cause;
    if (!(cause instanceof SseError)) return;
    this.#isBroken = true;
    // The library schedules the reopening only after it has reported the break.
    if (this.#hasStarted) queueMicrotask(() => void this.close());
  }
}

interface Faults {
  last?: Error;
  unreached?: unknown;
}

/** The library turns the status and text of a refusal into a sentence, so they are kept here. */
function watched({ fetch, authProvider }: Omit<SseTransportOptions, 'exchanges'>, faults: Faults): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init).catch(cause => {
      faults.unreached = cause;
      throw cause;
    });
    const { status, statusText } = response;
    const isRenewable = status === 401 && authProvider !== undefined;
    if (init?.method !== 'POST' || status < 400 || isRenewable) return response;
    const text = await response.text().catch(() => '');
    throw new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `The message was refused: ${text}`, {
      status,
      statusText,
      text,
    });
  };
}

/** It tells a refusal from an unreachable server, as Streamable HTTP does. */
function explained(cause: unknown, { unreached }: Faults): unknown {
  if (!(cause instanceof SseError)) return cause;
  const { code: status, message } = cause;
  if (status === undefined) return unreached ?? closed('The server closed the stream.');
  if (status < 400) return cause;
  return new SdkHttpError(SdkErrorCode.ClientHttpFailedToOpenStream, message, { status });
}

function closed(message: string): SdkError {
  return new SdkError(SdkErrorCode.ConnectionClosed, message);
}
