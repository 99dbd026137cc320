import { textHash } from '../converser/ground/text-hash.ts';
import type { ModelRequest } from '../converser/words/models/provider.ts';

/** The key does not tell the conversation: https://platform.openai.com/docs/guides/prompt-caching */
export function cacheKeyOf({ conversation }: ModelRequest): { readonly prompt_cache_key?: string } {
  return conversation === undefined ? {} : { prompt_cache_key: `converser-${textHash(conversation)}` };
}

/** OpenAI's cache holds for any choice. Other servers may send a model no tools if it is to call none. */
export function toolChoiceOf(
  { tools, toolChoice = 'auto' }: ModelRequest,
  isVendor: boolean,
): { readonly tool_choice?: 'required' | 'none' } {
  if (tools.length === 0 || toolChoice === 'auto' || (toolChoice === 'none' && !isVendor)) return {};
  return { tool_choice: toolChoice };
}
