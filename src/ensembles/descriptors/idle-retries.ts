import type { Annotations } from '../../converser/words/ensemble/invoker.ts';
import type { InvokerDescriptor } from './descriptor.ts';
import { inside, type Mistake, mistake } from './mistakes/diagnostic.ts';

/** A default of the ensemble holds for all its tools, so it may well find some that are never retried. */
export function idleRetries(
  { maxRetries = 0, place, annotations }: InvokerDescriptor,
  ofTool: Annotations = {},
): readonly Mistake[] {
  const { idempotent } = { ...ofTool, ...annotations };
  if (maxRetries === 0 || idempotent === true) return [];
  const message =
    'max_retries has no effect: a failed call may have done its work already, so Converser repeats only tools with the annotation idempotent = true.';
  return [{ ...mistake(inside(place, 'max_retries'), 'key', message), severity: 'warning' }];
}
