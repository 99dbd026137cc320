import { perObject } from '../../../ground/object-memory.ts';
import type { Deduplication, DeduplicationPlan, Sameness } from '../../../words/ensemble/invoker.ts';

export interface Plan {
  readonly same: 'exact' | 'semantic' | Sameness;
  readonly isCompared: boolean;
  readonly isReused: boolean;
  readonly window: NonNullable<DeduplicationPlan['window']>;
}

export function planOf(deduplication: Deduplication): Plan | undefined {
  return typeof deduplication === 'string' ? alone[deduplication] : together(deduplication);
}

const together = perObject(({ strategies, window = {}, sameness }: DeduplicationPlan): Plan | undefined => {
  if (strategies.includes('none') || (strategies.length === 0 && sameness === undefined)) return undefined;
  const same = sameness ?? (strategies.includes('semantic') ? 'semantic' : 'exact');
  const isRemembered =
    sameness !== undefined || strategies.includes('exact') || strategies.includes('semantic');
  return {
    same,
    isCompared: strategies.includes('compared') || !isRemembered,
    isReused: strategies.includes('reuse'),
    window,
  };
});

const alone: { readonly [Strategy in Extract<Deduplication, string>]: Plan | undefined } = {
  none: undefined,
  exact: together({ strategies: ['exact'] }),
  semantic: together({ strategies: ['semantic'] }),
  compared: together({ strategies: ['compared'] }),
  reuse: together({ strategies: ['reuse'] }),
};
