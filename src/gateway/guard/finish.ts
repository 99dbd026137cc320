import type { Asked } from '../asked.ts';
import { callerOf } from '../refusal.ts';

export function finish(
  response: Response,
  { request, id }: { readonly request: Pick<Asked, 'url' | 'headers'>; readonly id: string },
): void {
  const { headers } = response;
  headers.set('x-content-type-options', 'nosniff');
  headers.set('cross-origin-resource-policy', 'same-origin');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  if (!headers.has('x-request-id')) headers.set('x-request-id', id);
  // https://docs.anthropic.com/en/api/errors#request-id
  if (callerOf(request) === 'anthropic' && !headers.has('request-id'))
    headers.set('request-id', headers.get('x-request-id') ?? id);
}
