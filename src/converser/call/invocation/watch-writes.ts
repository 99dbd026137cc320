import type { CallableInvokers } from '../../words/ensemble/ensemble-roster.ts';
import type { Invoker } from '../../words/ensemble/invoker.ts';
import { writtenBy } from './deduplication/places.ts';

export interface WriteWatch {
  isWriting(): boolean;
  hasWritten(): boolean;
  watched(invoker: Invoker): Invoker;
}

/** Announces both ends of each run that may write, because reads meanwhile may see either state. */
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
