import { errors } from '../../converser/ground/errors.ts';
import { bytesText } from '../../converser/ground/wording/numbers.ts';
import { replyLimits } from '../../converser/words/models/reply-limits.ts';
import { bodyOf, isEventStream, readerOf } from './byte-reader.ts';
import type { Connection } from './connection.ts';
import { httpFetch } from './http-fetch.ts';

/** An error is cut, because its first words do. `readEvents` limits event streams. */
export function withSizeLimits(connection: Connection): Connection {
  return {
    ...connection,
    async fetch(input, init) {
      const response = await (connection.fetch ?? httpFetch)(input, init);
      if (response.body === null || isEventStream(response)) return response;
      const body = response.ok ? limited(response.body, connection.label) : cut(response.body);
      return new Response(body, response);
    },
  };
}

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

function limited(body: ReadableStream<Uint8Array>, label: string): Body {
  return upTo(replyLimits.answer, body, () => {
    throw errors.replyTooLarge(label, `an answer has more than ${bytesText(replyLimits.answer)}.`);
  });
}

function cut(body: ReadableStream<Uint8Array>): Body {
  return upTo(replyLimits.error, body, (piece, excess) => piece.subarray(0, piece.length - excess));
}

/** @param exceed gets what is left of the piece with which the body is too large; nothing is read after it */
function upTo(
  limit: number,
  body: ReadableStream<Uint8Array>,
  exceed: (piece: Uint8Array, excess: number) => Uint8Array,
): Body {
  const reader = readerOf(body);
  const cancel = (reason?: unknown) => reader.cancel(reason);
  let left = limit;
  async function read(): Promise<ReadableStreamReadResult<Uint8Array>> {
    if (left < 0) return { value: undefined, done: true };
    const piece = await reader.read();
    left -= piece.value?.length ?? 0;
    if (piece.done || left >= 0) return piece;
    void cancel().catch(() => {});
    return { value: exceed(piece.value, -left), done: false };
  }
  return bodyOf({ read, cancel }) as Body;
}
