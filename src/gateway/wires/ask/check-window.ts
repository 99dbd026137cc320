import { contextOverflow } from '../../../converser/ground/overflow-error.ts';
import type { Model, ModelRequest } from '../../../converser/words/models/provider.ts';
import { countRequest } from '../../../converser/words/spending/count-request.ts';
import { estimateRequest } from '../../../converser/words/spending/estimate-request.ts';

/** Some servers cut what is too long without a word. Counting takes a request, so only what seems too large is counted. */
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
