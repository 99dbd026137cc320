import { defined } from '../../converser/json/defined.ts';
import { isAmount, isJsonObject, type JsonValue } from '../../converser/json/json.ts';
import type { Usage } from '../../converser/models/provider.ts';

/** `cached` is part of `input`, and `reasoning` part of `output`. */
export function normalizeUsage(usage: unknown): Usage | undefined {
  if (!isJsonObject(usage)) return undefined;
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage;
  const counts = defined({
    input: count(usage.prompt_tokens),
    output: count(usage.completion_tokens),
    // The second is DeepSeek's.
    cached: count(isJsonObject(prompt) ? prompt.cached_tokens : usage.prompt_cache_hit_tokens),
    // From GPT-5.6 on, and on OpenRouter.
    written: (isJsonObject(prompt) && count(prompt.cache_write_tokens)) || undefined,
    reasoning: count(isJsonObject(completion) ? completion.reasoning_tokens : undefined),
  });
  return Object.keys(counts).length === 0 ? undefined : counts;
}

function count(value: JsonValue | undefined): number | undefined {
  return isAmount(value) ? value : undefined;
}
