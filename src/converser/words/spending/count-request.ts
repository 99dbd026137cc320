import type { Model, ModelRequest } from '../models/provider.ts';
import { estimateRequest } from './estimate-request.ts';

export interface Counted {
  readonly tokens: number;
  readonly how: 'provider' | 'tokenizer' | 'estimate';
}

export async function countRequest(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Counted> {
  const estimate: Counted = { tokens: estimateRequest(request, model.provider), how: 'estimate' };
  if (model.countTokens === undefined || signal.aborted) return estimate;
  try {
    const tokens = await model.countTokens(request, signal);
    const isCount = Number.isFinite(tokens) && tokens > 0;
    return isCount ? { tokens, how: model.countedBy ?? 'provider' } : estimate;
  } catch {
    return estimate;
  }
}
