import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export type ReadBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unknown-encoding'; readonly encoding: string };

export const acceptedEncodings = 'gzip, deflate, br';

/** Bounds what arrives and what is unpacked. Rejects if the connection breaks, or with the reason of the signal. */
export async function readBody(
  answer: IncomingMessage,
  { mostBytes, signal }: { readonly mostBytes: number; readonly signal: AbortSignal },
): Promise<ReadBody> {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const create = decoders.get(encoding);
  if (create === undefined && encoding !== '' && encoding !== 'identity') {
    answer.destroy();
    return { kind: 'unknown-encoding', encoding: encoding.slice(0, 40) };
  }
  if (Number(answer.headers['content-length']) > mostBytes) {
    answer.destroy();
    return { kind: 'too-large' };
  }
  const source = create === undefined ? answer : unpacked(answer, create(), mostBytes);
  const stop = () => void source.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await upTo(source, mostBytes);
  } catch (cause) {
    if (cause === endless) return { kind: 'too-large' };
    throw signal.aborted ? signal.reason : cause;
  } finally {
    signal.removeEventListener('abort', stop);
    answer.destroy();
  }
}

const decoders: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Packed bytes may go on for ever and unpack to nothing. */
const endless = new Error('More was sent than the limit.');

function unpacked(answer: IncomingMessage, decoder: Transform, mostBytes: number): Transform {
  let size = 0;
  answer.on('data', (piece: Uint8Array) => {
    size += piece.length;
    if (size > mostBytes) decoder.destroy(endless);
  });
  answer.once('error', cause => decoder.destroy(cause));
  // A body that was cut off would otherwise be waited for until the time is up.
  answer.once('aborted', () => decoder.destroy(new Error('The connection was lost.')));
  decoder.once('close', () => answer.destroy());
  return answer.pipe(decoder);
}

/** Leaving the loop destroys the source. */
async function upTo(source: AsyncIterable<Uint8Array>, mostBytes: number): Promise<ReadBody> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source) {
    size += piece.length;
    if (size > mostBytes) return { kind: 'too-large' };
    pieces.push(piece);
  }
  return { kind: 'bytes', bytes: new Uint8Array(Buffer.concat(pieces)) };
}
