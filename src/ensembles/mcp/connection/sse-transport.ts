import {
  type FetchLike,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  type SSEClientTransportOptions,
  SseError,
} from '@modelcontextprotocol/client';

export interface SseTransportOptions extends SSEClientTransportOptions {
  readonly fetch: FetchLike;
}

/**
 * HTTP with SSE, as the specification knew it until 2024, where a session lives as long as its stream. The library
 * opens a stream anew that has broken, without saying hello: what had been asked would never be answered, and what is
 * asked next would come to a session that knows nobody. Here a stream that breaks is the end of the connection.
 */
export class SseTransport extends SSEClientTransport {
  readonly #closed = Promise.withResolvers<never>();
  readonly #faults: Faults;
  #hasStarted = false;
  #isBroken = false;

  constructor(address: URL, options: SseTransportOptions) {
    const faults: Faults = {};
    super(address, { ...options, fetch: watched(options, faults) });
    this.#faults = faults;
    this.#closed.promise.catch(() => {});
    // Whoever uses the transport adds to this, and takes nothing away.
    this.onerror = cause => this.#failed(cause);
  }

  /** Also ends when the transport is closed meanwhile; the library would wait for the stream for ever. */
  override async start(): Promise<void> {
    try {
      await Promise.race([super.start(), this.#closed.promise]);
      // It may have broken in the same moment in which it said where messages go.
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

  #failed(cause: Error): void {
    this.#faults.last = cause;
    if (!(cause instanceof SseError)) return;
    this.#isBroken = true;
    // The stream waits to be opened anew only once it has told that it broke.
    if (this.#hasStarted) queueMicrotask(() => void this.close());
  }
}

interface Faults {
  /** Why the stream did not come about, as the library tells it. */
  last?: Error;
  /** Why nobody was reached, which the library leaves out. */
  unreached?: unknown;
}

/** Keeps what was wrong with an answer, of which the library makes a sentence. */
function watched({ fetch, authProvider }: SseTransportOptions, faults: Faults): FetchLike {
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

/** Tells a door that is shut from nobody at home, as Streamable HTTP does. */
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
