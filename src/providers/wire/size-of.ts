import type { Overflow } from '../../converser/ground/context-overflow.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Model, ModelRequest } from '../../converser/words/models/provider.ts';
import { estimateRequest } from '../../converser/words/spending/estimate-request.ts';

/** Some providers reject a request without saying how long it is, or may be. */
export function sizeOf(
  request: ModelRequest,
  { provider, capabilities }: Pick<Model, 'provider' | 'capabilities'>,
): Overflow {
  return defined({ tokens: estimateRequest(request, provider), window: capabilities.contextTokens });
}
