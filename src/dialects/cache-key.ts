import { textHash } from '../converser/ground/text-hash.ts';
import type { ModelRequest } from '../converser/words/models/provider.ts';

/** The key does not tell the conversation: https://platform.openai.com/docs/guides/prompt-caching */
export function cacheKeyOf({ conversation }: ModelRequest): { readonly prompt_cache_key?: string } {
  return conversation === undefined ? {} : { prompt_cache_key: `converser-${textHash(conversation)}` };
}
