import { rewritten } from '../../converser/ground/async/rewritten.ts';
import type { StreamItem, Wire } from './wire.ts';

interface ClaimsOptions {
  readonly wire: Pick<Wire, 'isLast'>;
  /** The answer claims this, but no call has done it. Asked for at the end. */
  readonly unsupported: () => readonly string[];
}

/** A stream's headers are sent before its answer is known, and clients pass over unknown fields. */
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
