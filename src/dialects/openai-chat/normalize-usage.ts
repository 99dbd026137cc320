import { defined } from '../../converser/ground/json/defined.ts';
import { isAmount, isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { Usage } from '../../converser/words/models/provider.ts';

/**
 * `cached` is part of `input`, and `reasoning` part of `output`. Gateways send the names of the other wires, too,
 * and Kimi and SGLang put parts at the top. `undefined` if nothing was counted.
 */
function normalizeUsage(usage: unknown): Usage | undefined {
  if (!isJsonObject(usage)) return undefined;
  const prompt = detailsIn(usage, ['prompt_tokens_details', 'input_tokens_details']);
  const completion = detailsIn(usage, ['completion_tokens_details', 'output_tokens_details']);
  const input = count(usage.prompt_tokens) || inputElsewhere(usage);
  const output = count(usage.completion_tokens) || count(usage.output_tokens);
  if (!input && !output) return undefined;
  const apart = thoughtApart({ input, output, total: count(usage.total_tokens) });
  const reasoning = most(completion.reasoning_tokens, usage.reasoning_tokens);
  return defined({
    input,
    output: output === undefined ? undefined : output + apart,
    cached: most(
      ...[prompt.cached_tokens, usage.cached_tokens],
      ...[usage.prompt_cache_hit_tokens, usage.cache_read_input_tokens],
    ),
    // OpenAI reports it from GPT-5.6 on, and so does OpenRouter.
    written: most(prompt.cache_write_tokens, usage.cache_creation_input_tokens) || undefined,
    reasoning: reasoning ?? (apart > 0 ? apart : undefined),
  });
}

/** A last chunk of zeros tells nothing. */
export function laterUsage(known: Usage | undefined, told: unknown): Usage | undefined {
  const later = normalizeUsage(told);
  if (known === undefined || later === undefined) return later ?? known;
  const counted = Object.entries(later).filter(([part, amount]) => amount !== 0 || !(part in known));
  return { ...known, ...Object.fromEntries(counted) };
}

function detailsIn(usage: JsonObject, names: readonly string[]): JsonObject {
  return names.map(name => usage[name]).find(isJsonObject) ?? {};
}

/** In Anthropic’s names the cache is not part of the input, in those of Responses it is. */
function inputElsewhere(usage: JsonObject): number | undefined {
  const fresh = count(usage.input_tokens);
  if (fresh === undefined) return count(usage.prompt_tokens);
  return (
    fresh + (count(usage.cache_read_input_tokens) ?? 0) + (count(usage.cache_creation_input_tokens) ?? 0)
  );
}

/**
 * Gemini and Grok count thoughts in the total only: https://docs.x.ai/docs/key-information/consumption-and-rate-limits,
 * https://github.com/mozilla-ai/any-llm/issues/1290
 */
function thoughtApart({ input, output, total }: Readonly<Record<string, number | undefined>>): number {
  if (input === undefined || output === undefined || total === undefined) return 0;
  return Math.max(0, total - input - output);
}

function most(...values: readonly (JsonValue | undefined)[]): number | undefined {
  const counts = values.filter(isAmount);
  return counts.length === 0 ? undefined : Math.max(...counts);
}

function count(value: JsonValue | undefined): number | undefined {
  return isAmount(value) ? value : undefined;
}
