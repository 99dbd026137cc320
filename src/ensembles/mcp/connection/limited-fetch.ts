import type { AsyncLocalStorage } from 'node:async_hooks';
import type { FetchLike } from '@modelcontextprotocol/client';
import type { ConverserError } from '../../../converser/ground/errors.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { messageLimits } from '../message-limits.ts';

/** What the sender of a request learns of its answer, beside what the library passes on. */
export interface Exchange {
  /** The answer is too large; the library only says that a stream has ended. */
  exceeded(fault: ConverserError): void;
  /** Known once the answer begins. */
  isStream?: boolean;
}

/** Holds that of the request under way. */
export type Exchanges = AsyncLocalStorage<Exchange>;

export interface LimitedFetchOptions {
  readonly server: string;
  readonly exchanges: Exchanges;
}

/** The library would read messages without end. The answer of a refusal is cut, because its first words do. */
export function limitedFetch(fetch: FetchLike, { server, exchanges }: LimitedFetchOptions): FetchLike {
  return async (url, init) => {
    const exchange = exchanges.getStore();
    const response = await fetch(url, init);
    if (exchange !== undefined && init?.method === 'POST')
      exchange.isStream = response.status !== 202 && isEventStream(response);
    if (response.body === null) return response;
    const tooLarge = () => {
      const fault = serverErrors.messageTooLarge(server, messageLimits.bytes);
      exchange?.exceeded(fault);
      return fault;
    };
    const body = response.ok ? limited(response.body, messageSizes(response), tooLarge) : cut(response.body);
    return Object.defineProperty(new Response(body, response), 'url', { value: response.url });
  };
}

type Chunk = Uint8Array<ArrayBuffer>;
type Body = ReadableStream<Chunk>;

function limited(body: Body, sizeAfter: (chunk: Uint8Array) => number, tooLarge: () => Error): Body {
  const pass: Transformer<Chunk, Chunk> = {
    transform(chunk, controller) {
      if (sizeAfter(chunk) > messageLimits.bytes) throw tooLarge();
      controller.enqueue(chunk);
    },
  };
  return body.pipeThrough(new TransformStream(pass));
}

function cut(body: Body): Body {
  let left = messageLimits.errorBytes;
  const pass: Transformer<Chunk, Chunk> = {
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) controller.terminate();
    },
  };
  return body.pipeThrough(new TransformStream(pass));
}

/** It counts the bytes of the event that hasn't ended with a chunk, or of all if the body isn't a stream of events. */
function messageSizes(response: Response): (chunk: Uint8Array) => number {
  let size = 0;
  const isStream = isEventStream(response);
  return chunk => {
    const end = isStream ? lastEmptyLine(chunk) : -1;
    size = end < 0 ? size + chunk.length : chunk.length - end;
    return size;
  };
}

function isEventStream({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').includes('text/event-stream');
}

/** It is negative without an empty line. One that two chunks share isn't seen, so two messages then count as one. */
function lastEmptyLine(chunk: Uint8Array): number {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Math.max(...emptyLines.map(line => bytes.lastIndexOf(line)));
}

const emptyLines = ['\n\n', '\r\n\r\n', '\r\r'];
