import type Anthropic from '@anthropic-ai/sdk';
import { longEnough } from '../facts/known-models.ts';
import type { ListedModel } from '../facts/model-source.ts';
import type { ModelFacts } from '../facts/provider-definition.ts';

/** Servers that only speak like the vendor leave out most of a listed model, or send `null`. */
export function readListing(info: Partial<Anthropic.ModelInfo> & { readonly id: string }): ListedModel {
  const { id, display_name: label } = info;
  const { max_input_tokens: context, max_tokens: output } = info;
  const images = info.capabilities?.image_input?.supported;
  const facts: ModelFacts = {
    ...(context ? { contextTokens: context } : {}),
    ...(output ? { outputTokens: Math.min(output, longEnough) } : {}),
    ...(typeof images === 'boolean' ? { images } : {}),
  };
  return { id, ...(label ? { label } : {}), facts };
}
