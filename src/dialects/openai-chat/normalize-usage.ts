import { defined } from '../../converser/ground/json/defined.ts';
import { isAmount, isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { Usage } from '../../converser/words/models/provider.ts';

/** `cached` is part of `input`, and `reasoning` part of `output`. */
export function normalizeUsage(usage: unknown): Usage | undefined {
  if (!isJsonObject(usage)) return undefined;
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage;
  const output = count(usage.completion_tokens);
  const apart = thoughtApart(usage);
  const reasoning = count(isJsonObject(completion) ? completion.reasoning_tokens : undefined);
  const counts = defined({
    input: count(usage.prompt_tokens),
    output: output === undefined ? undefined : output + apart,
    cached: count(isJsonObject(prompt) ? prompt.cached_tokens : usage.prompt_cache_hit_tokens),
    // OpenAI reports it from GPT-5.6 on, and so does OpenRouter.
    written: (isJsonObject(prompt) && count(prompt.cache_write_tokens)) || undefined,
    reasoning: reasoning ?? (apart > 0 ? apart : undefined),
  });
  return Object.keys(counts).length === 0 ? undefined : counts;
}

/**
 * Gemini and Grok count thoughts in the total only: https://docs.x.ai/docs/key-information/consumption-and-rate-limits,
 * https://github.com/mozilla-ai/any-llm/issues/1290
 */
function thoughtApart({ prompt_tokens, completion_tokens, total_tokens }: JsonObject): number {
  const [input, output, total] = [prompt_tokens, completion_tokens, total_tokens].map(count);
  if (input === undefined || output === undefined || total === undefined) return 0;
  return Math.max(0, total - input - output);
}

function count(value: JsonValue | undefined): number | undefined {
  return isAmount(value) ? value : undefined;
}
