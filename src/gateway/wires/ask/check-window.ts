import type { Model, ModelRequest } from '../../../converser/models/provider.ts';
import { contextOverflow } from '../../../converser/overflow-error.ts';
import { countRequest } from '../../../converser/spending/count-request.ts';
import { estimateRequest } from '../../../converser/spending/estimate-request.ts';

/**
 * Throws `context-overflow` if a request does not fit the model's window, where that is known: some servers cut what is
 * too long without a word. Only what seems too large is counted exactly, because to count takes a request.
 */
export async function checkWindow(model: Model, request: ModelRequest, signal: AbortSignal): Promise<void> {
  const { contextTokens } = model.capabilities;
  if (contextTokens === undefined) return;
  if (estimateRequest(request, model.provider) <= contextTokens) return;
  const { tokens, how } = await countRequest(model, request, signal);
  if (tokens > contextTokens)
    throw contextOverflow(model.label, {
      tokens,
      window: contextTokens,
      isEstimate: how === 'estimate',
    });
}
