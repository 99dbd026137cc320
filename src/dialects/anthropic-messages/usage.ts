import type Anthropic from '@anthropic-ai/sdk';
import { defined } from '../../converser/ground/json/defined.ts';
import type { ModelEvent, Usage } from '../../converser/words/models/provider.ts';

type WireUsage = {
  readonly [K in keyof Anthropic.MessageDeltaUsage]?: Anthropic.MessageDeltaUsage[K];
} & Partial<Pick<Anthropic.Usage, 'cache_creation'>>;

/** `input_tokens` of this API exclude the cache. Ours include it, as other providers count. */
export function createUsageReader() {
  let known: WireUsage = {};
  return {
    read(usage: WireUsage | null | undefined) {
      const told = Object.entries(usage ?? {}).filter(([, value]) => value != null);
      known = { ...known, ...Object.fromEntries(told) };
    },
    events(): readonly ModelEvent[] {
      const usage = normalizeUsage(known);
      return Object.keys(usage).length === 0 ? [] : [{ type: 'usage', usage }];
    },
  };
}

function normalizeUsage(wire: WireUsage): Usage {
  const { input_tokens: fresh, output_tokens: output } = wire;
  const { cache_read_input_tokens: cached, cache_creation_input_tokens: written } = wire;
  const reasoning = wire.output_tokens_details?.thinking_tokens;
  const input = fresh == null ? undefined : fresh + (cached ?? 0) + (written ?? 0);
  return defined({
    input,
    output: output ?? undefined,
    cached: cached ?? undefined,
    written: written || undefined,
    writtenForHour: wire.cache_creation?.ephemeral_1h_input_tokens || undefined,
    reasoning: reasoning ?? undefined,
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
