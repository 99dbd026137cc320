import { defined } from '../../converser/ground/json/defined.ts';
import type {
  Deduplication,
  DeduplicationPlan,
  DeduplicationStrategy,
} from '../../converser/words/ensemble/invoker.ts';

export type WrittenDeduplication =
  | string
  | readonly string[]
  | {
      readonly strategy: string | readonly string[];
      readonly window?: NonNullable<DeduplicationPlan['window']>;
    };

export interface ReadDeduplication {
  readonly deduplication: Deduplication;
  readonly sameness?: string;
}

export function readDeduplication(written: WrittenDeduplication): ReadDeduplication {
  const { strategy, window } = isTable(written) ? written : { strategy: written };
  const names = [strategy].flat();
  const sameness = names.find(name => name.startsWith('./'));
  // The cast is safe: the schema knows no other names.
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
