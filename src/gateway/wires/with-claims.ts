import { rewritten } from '../../converser/ground/async/rewritten.ts';
import type { StreamItem, Wire } from './wire.ts';

interface ClaimsOptions {
  readonly wire: Pick<Wire, 'isLast'>;
  /** What the answer says was done, and no call has done. Asked for at its end. */
  readonly unsupported: () => readonly string[];
}

/**
 * The stream, whose last item says what no call has done, in a field of our own: the headers of a stream are sent before
 * its answer is known. Clients pass over fields that they don't know.
 */
export function withClaims(items: AsyncIterable<StreamItem>, { wire, unsupported }: ClaimsOptions) {
  return rewritten<StreamItem, StreamItem>(items, {
    write(item) {
      if (typeof item.data === 'string' || !wire.isLast(item.data)) return [item];
      const claims = unsupported();
      if (claims.length === 0) return [item];
      return [{ ...item, data: { ...item.data, converser: { unsupported: claims } } }];
    },
  });
}
