import { textHash } from '../converser/ground/text-hash.ts';
import type { ModelRequest } from '../converser/words/models/provider.ts';

/**
 * The key under which OpenAI looks for what the requests of a conversation begin with: the same for each of them, and
 * nothing that tells which conversation it is.
 *
 * https://platform.openai.com/docs/guides/prompt-caching
 */
export function cacheKeyOf({ conversation }: ModelRequest): { readonly prompt_cache_key?: string } {
  return conversation === undefined ? {} : { prompt_cache_key: `converser-${textHash(conversation)}` };
}
