import zlib from 'node:zlib';
import { errors } from '../../converser/ground/errors.ts';
import { Refused, refusals } from '../refusal.ts';

interface Bounds {
  readonly maxOutputLength: number;
}

type Decompress = (
  bytes: Uint8Array,
  bounds: Bounds,
  end: (cause: Error | null, result: Uint8Array) => void,
) => void;

/** Contract: encoders need no larger window. https://www.rfc-editor.org/rfc/rfc9659 */
const params = { [zlib.constants.ZSTD_d_windowLogMax]: 23 };

const known: Readonly<Record<string, Decompress>> = {
  gzip: (bytes, bounds, end) => zlib.gunzip(bytes, bounds, end),
  'x-gzip': (bytes, bounds, end) => zlib.gunzip(bytes, bounds, end),
  deflate: (bytes, bounds, end) => zlib.inflate(bytes, bounds, end),
  br: (bytes, bounds, end) => zlib.brotliDecompress(bytes, bounds, end),
  zstd: (bytes, bounds, end) => zlib.zstdDecompress(bytes, { ...bounds, params }, end),
};

/** Node before 22.15 has no zstd. */
export const codings: readonly string[] = Object.keys(known).filter(
  coding => coding !== 'zstd' || 'zstdDecompress' in zlib,
);

/** Throws `Refused` once there are more bytes than the limit, and `bad-arguments` for what can’t be read. */
export function decompressed(
  bytes: Uint8Array,
  { coding, limit }: { readonly coding: string; readonly limit: number },
): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  known[coding]?.(bytes, { maxOutputLength: limit }, (cause, result) => {
    if (cause === null) resolve(result);
    else if ('code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE')
      reject(new Refused(refusals.tooLarge(limit)));
    else reject(errors.badArguments(`The body can’t be read as ${coding}. Check how it is compressed.`));
  });
  return promise;
}
