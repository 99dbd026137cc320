import type { CallableInvokers } from '../../words/ensemble/ensemble-roster.ts';
import type { Invoker } from '../../words/ensemble/invoker.ts';
import { writtenBy } from './deduplication/places.ts';

export interface WriteWatch {
  /**
   * Something that may change what others read is running, perhaps beyond its time limit. What is read now may
   * no longer be true the next time.
   */
  isWriting(): boolean;
  /** Something has run that may have changed what others read. */
  hasWritten(): boolean;
  /** The invoker, such that all its runs count as writing unless it is read-only. */
  watched(invoker: Invoker): Invoker;
}

/** Announces both ends of each run that may write, because whatever reads meanwhile may have read either state. */
export function createWriteWatch({ outdate }: Pick<CallableInvokers, 'outdate'>): WriteWatch {
  let writing = 0;
  let hasWritten = false;
  return {
    isWriting: () => writing > 0,
    hasWritten: () => hasWritten,
    watched(invoker) {
      if (invoker.annotations.readOnly === true) return invoker;
      return {
        ...invoker,
        async invocable(args, context) {
          hasWritten = true;
          const places = writtenBy(invoker, args);
          // Nothing that others read, as its descriptor says.
          if (places?.length === 0) return await invoker.invocable(args, context);
          writing++;
          outdate(places);
          try {
            return await invoker.invocable(args, context);
          } finally {
            writing--;
            outdate(places);
          }
        },
      };
    },
  };
}
