import type { Answer } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { callerOf } from '../refusal.ts';

export function finish(
  { headers }: Answer,
  { request, id }: { readonly request: Pick<Asked, 'path' | 'headers'>; readonly id: string },
): void {
  headers['x-content-type-options'] = 'nosniff';
  headers['cross-origin-resource-policy'] = 'same-origin';
  headers['cache-control'] ??= 'no-store';
  headers['x-request-id'] ??= id;
  // https://docs.anthropic.com/en/api/errors#request-id
  if (callerOf(request) === 'anthropic') headers['request-id'] ??= headers['x-request-id'];
}
