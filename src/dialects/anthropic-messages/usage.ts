import type Anthropic from '@anthropic-ai/sdk';
import { defined } from '../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import type { ModelEvent, Usage } from '../../converser/words/models/provider.ts';
import { laterUsage } from '../openai-chat/normalize-usage.ts';

type WireUsage = {
  readonly [K in keyof Anthropic.MessageDeltaUsage]?: Anthropic.MessageDeltaUsage[K];
} & Partial<Pick<Anthropic.Usage, 'cache_creation'>>;

/** `input_tokens` of this API exclude the cache. Ours include it, as other providers count. */
export function createUsageReader() {
  let known: WireUsage = {};
  return {
    read(usage: unknown) {
      if (isJsonObject(usage)) known = withNews(known as JsonObject, usage);
    },
    events(): readonly ModelEvent[] {
      const usage = normalizeUsage(known);
      return Object.keys(usage).length === 0 ? [] : [{ type: 'usage', usage }];
    },
  };
}

/** A zero or `null` after a figure says only that it isn’t told again. */
function withNews(known: JsonObject, told: JsonObject): JsonObject {
  const news = Object.entries(told).filter(
    ([name, value]) => value !== null && !(value === 0 && known[name]),
  );
  const joined = news.map(([name, value]) => {
    const before = known[name];
    return [name, isJsonObject(value) && isJsonObject(before) ? withNews(before, value) : value] as const;
  });
  return { ...known, ...Object.fromEntries(joined) };
}

/** Nothing is read or written without a token: zero is not told, so it is estimated. */
function normalizeUsage(wire: WireUsage): Usage {
  const { input, output, reasoning, ...cache } = laterUsage(undefined, wire) ?? {};
  return defined({
    input: input || undefined,
    output: output || undefined,
    ...cache,
    writtenForHour: wire.cache_creation?.ephemeral_1h_input_tokens || undefined,
    reasoning: wire.output_tokens_details?.thinking_tokens ?? reasoning,
  });
}

export function nativizeUsage({
  input = 0,
  output = 0,
  cached = 0,
  written = 0,
  writtenForHour = 0,
  reasoning,
}: Usage): Anthropic.Usage {
  return {
    input_tokens: Math.max(0, input - cached - written),
    output_tokens: output,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: written,
    cache_creation: cacheCreation(written, writtenForHour),
    inference_geo: null,
    output_tokens_details: reasoning === undefined ? null : { thinking_tokens: reasoning },
    server_tool_use: null,
    service_tier: null,
    speed: null,
  };
}

function cacheCreation(written: number, forHour: number): Anthropic.CacheCreation | null {
  if (forHour === 0) return null;
  return { ephemeral_1h_input_tokens: forHour, ephemeral_5m_input_tokens: Math.max(0, written - forHour) };
}
