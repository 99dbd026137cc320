import { defined } from '../../converser/ground/json/defined.ts';
import type {
  Deduplication,
  DeduplicationPlan,
  DeduplicationStrategy,
} from '../../converser/words/ensemble/invoker.ts';

/** As a descriptor has it, kept to the schema. */
export type WrittenDeduplication =
  | string
  | readonly string[]
  | {
      readonly strategy: string | readonly string[];
      readonly window?: NonNullable<DeduplicationPlan['window']>;
    };

/** What is written in a descriptor about repeated calls. */
export interface ReadDeduplication {
  readonly deduplication: Deduplication;
  /** The file that says when two calls are the same, as it is written. */
  readonly sameness?: string;
}

export function readDeduplication(written: WrittenDeduplication): ReadDeduplication {
  const { strategy, window } = isTable(written) ? written : { strategy: written };
  const names = [strategy].flat();
  const sameness = names.find(name => name.startsWith('./'));
  // The schema knows no other names, which is what the cast rests on.
  const strategies = names.filter(name => !name.startsWith('./')) as readonly DeduplicationStrategy[];
  const [only, another] = strategies;
  const isPlain =
    only !== undefined && another === undefined && window === undefined && sameness === undefined;
  return defined({ deduplication: isPlain ? only : defined({ strategies, window }), sameness });
}

function isTable(
  written: WrittenDeduplication,
): written is Exclude<WrittenDeduplication, string | readonly string[]> {
  return typeof written === 'object' && 'strategy' in written;
}
