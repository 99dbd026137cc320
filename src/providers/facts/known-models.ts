import { defined } from '../../converser/ground/json/defined.ts';
import type { Price } from '../../converser/words/models/provider.ts';
import type { ModelFacts } from './provider-definition.ts';

interface Family {
  /** Matches the id without what comes before its last `/`. */
  readonly pattern: RegExp;
  readonly facts: ModelFacts;
  readonly host?: string;
}

const anthropic = 'api.anthropic.com';
const openai = 'api.openai.com';
const deepseek = 'api.deepseek.com';
const google = 'generativelanguage.googleapis.com';

/**
 * Gathered in November 2026, for standard requests of ordinary length. The first family that matches counts.
 * https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json
 * https://platform.claude.com/docs/en/about-claude/pricing
 */
const families: readonly Family[] = [
  family(/^claude-3-(opus|sonnet|haiku)/, sees(200_000, 4_096)),
  family(/^claude-3-5-/, sees(200_000, 8_192)),
  family(/^claude-haiku-4-5/, sees(200_000, 64_000, claudePrice(1, 5, 0.1)), anthropic),
  family(/^claude-sonnet-4-5/, sees(200_000, 64_000, claudePrice(3, 15, 0.3)), anthropic),
  family(/^claude-sonnet-4-6/, sees(1_000_000, 64_000, claudePrice(3, 15, 0.3)), anthropic),
  family(/^claude-sonnet-5(?!-\d\b)/, sees(1_000_000, 128_000, claudePrice(2, 10, 0.2)), anthropic),
  family(
    /^claude-opus-4-[01]\b|^claude-opus-4-2025/,
    sees(200_000, 32_000, claudePrice(15, 75, 1.5)),
    anthropic,
  ),
  family(/^claude-opus-4-5/, sees(200_000, 64_000, claudePrice(5, 25, 0.5)), anthropic),
  family(/^claude-opus-4-[678]/, sees(1_000_000, 128_000, claudePrice(5, 25, 0.5)), anthropic),
  family(/^claude-opus-5(?!-\d\b)/, sees(1_000_000, 128_000, claudePrice(5, 25, 0.5)), anthropic),
  // https://platform.claude.com/docs/en/models/fable-5/overview: Mythos 5 has the same figures.
  family(/^claude-(fable|mythos)-5(?!-\d\b)/, sees(1_000_000, 128_000, claudePrice(10, 50, 1)), anthropic),
  family(/^claude-sonnet-5-5/, sees(1_000_000, 128_000, claudePrice(2, 10, 0.1)), anthropic),
  family(/^claude-opus-5-5/, sees(1_000_000, 128_000, claudePrice(4, 20, 0.2)), anthropic),
  family(/^claude-fable-5-1/, sees(1_000_000, 128_000, claudePrice(10, 50, 0.25)), anthropic),
  // https://platform.claude.com/docs/en/models/haiku-5-5/overview: beyond 100,000 tokens of input, all costs five times as much.
  family(
    /^claude-haiku-5-5/,
    sees(1_000_000, 128_000, {
      ...claudePrice(0.1, 0.5, 0.01),
      long: { above: 100_000, ...claudePrice(0.5, 2.5, 0.05) },
    }),
    anthropic,
  ),
  family(/^claude-(fable|mythos)-/, sees(1_000_000, 128_000)),
  family(/claude/, sees(200_000, 32_000)),

  family(
    /^gpt-5(\.\d)?-chat/,
    { ...sees(128_000, 16_384, price(1.25, 10, 0.125)), tools: 'contract' },
    openai,
  ),
  family(/^gpt-5-nano/, sees(400_000, 128_000, price(0.05, 0.4, 0.005)), openai),
  family(/^gpt-5(\.1-codex)?-mini/, sees(400_000, 128_000, price(0.25, 2, 0.025)), openai),
  family(/^gpt-5-pro/, sees(400_000, 128_000, price(15, 120)), openai),
  family(/^gpt-5(\.1)?(-codex(-max)?)?(-\d{4}|$)/, sees(400_000, 128_000, price(1.25, 10, 0.125)), openai),
  family(/^gpt-5\.2-pro/, sees(400_000, 128_000, price(21, 168)), openai),
  family(/^gpt-5\.[23](-codex)?(-\d{4}|$)/, sees(400_000, 128_000, price(1.75, 14, 0.175)), openai),
  family(/^gpt-5\.4-mini/, sees(400_000, 128_000, price(0.75, 4.5, 0.075)), openai),
  family(/^gpt-5\.4-nano/, sees(400_000, 128_000, price(0.2, 1.25, 0.02)), openai),
  family(/^gpt-5\.4(-\d{4}|$)/, sees(1_050_000, 128_000, price(2.5, 15, 0.25)), openai),
  family(/^gpt-5\.5(-\d{4}|$)/, sees(1_050_000, 128_000, price(5, 30, 0.5)), openai),
  // https://developers.openai.com/api/docs/models/gpt-5.6-luna. Sol's is the list price, without its promotions.
  family(/^gpt-5\.6-sol/, sees(1_050_000, 128_000, gptPrice(5, 30, 0.5)), openai),
  family(/^gpt-5\.6-terra/, sees(1_050_000, 128_000, gptPrice(2, 12, 0.2)), openai),
  family(/^gpt-5\.6-luna/, sees(1_050_000, 128_000, gptPrice(0.2, 1.2, 0.02)), openai),
  family(/^gpt-5\.6/, sees(1_050_000, 128_000)),
  // https://developers.openai.com/api/docs/models/gpt-6-astra, https://docs.litellm.ai/blog/gpt-6-1-terra and, of 17 November
  // 2026, https://docs.laozhang.ai/en/announcements/gpt-6-2-2026-11
  family(/^gpt-6-astra/, sees(1_050_000, 128_000, gptPrice(10, 50, 1)), openai),
  family(/^gpt-6-luna/, sees(1_050_000, 128_000, gptPrice(0.1, 0.5, 0.01)), openai),
  family(/^gpt-6\.1-sol/, sees(1_050_000, 128_000, gptPrice(2, 10, 0.1)), openai),
  family(/^gpt-6\.1-terra/, sees(1_050_000, 128_000, gptPrice(1, 5, 0.05)), openai),
  family(/^gpt-6\.2-astra/, sees(1_050_000, 128_000, gptPrice(8, 40, 0.4)), openai),
  family(/^gpt-6/, sees(1_050_000, 128_000)),
  family(/^gpt-5/, sees(400_000, 128_000)),
  family(/^gpt-4\.1-nano/, sees(1_047_576, 32_768, price(0.1, 0.4, 0.025)), openai),
  family(/^gpt-4\.1-mini/, sees(1_047_576, 32_768, price(0.4, 1.6, 0.1)), openai),
  family(/^gpt-4\.1/, sees(1_047_576, 32_768, price(2, 8, 0.5)), openai),
  family(/^gpt-4o-mini/, sees(128_000, 16_384, price(0.15, 0.6, 0.075)), openai),
  family(/^gpt-4o(-2024-(08|11)|$)/, sees(128_000, 16_384, price(2.5, 10, 1.25)), openai),
  family(/^(gpt-4o|chatgpt-4o|gpt-4-turbo)/, sees(128_000)),
  family(/^gpt-4/, reads(8_192)),
  family(/^gpt-3\.5/, reads(16_385, 4_096)),
  family(/^o3-mini/, reads(200_000, 100_000, price(1.1, 4.4, 0.55)), openai),
  family(/^o4-mini/, sees(200_000, 100_000, price(1.1, 4.4, 0.275)), openai),
  family(/^o3(-2025|$)/, sees(200_000, 100_000, price(2, 8, 0.5)), openai),
  family(/^o1-mini/, reads(128_000)),
  family(/^o[134]/, sees(200_000, 100_000)),
  family(/gpt-oss/, reads(131_072)),

  family(/^deepseek-v4-flash/, reads(1_000_000, undefined, price(0.14, 0.28, 0.0028)), deepseek),
  family(/^deepseek-v4-pro/, reads(1_000_000, undefined, price(0.435, 0.87, 0.0036)), deepseek),

  family(/^(llava|bakllava|moondream)/i, { images: true, tools: 'contract' }),
  family(/^gemma-?3(?!.*[:-]1b)/i, { images: true, tools: 'contract' }),
  family(/^(gemma(-?[123])?(:|-\db|$)|gemma-?3|llama-?2\b|codellama|tinyllama)/i, {
    images: false,
    tools: 'contract',
  }),
  // https://ai.google.dev/gemini-api/docs/pricing, as in https://github.com/anomalyco/models.dev/tree/dev/providers/google and,
  // of 3.6 and 3.5 Flash-Lite, https://github.com/theopenco/llmgateway/pull/3164. Those of 3.7 and 3.8 are from 2027 on.
  family(
    /^gemini-2\.5-pro(?!-\w)/,
    sees(1_048_576, 65_536, geminiPrice([1.25, 10, 0.125], [2.5, 15, 0.25])),
    google,
  ),
  family(/^gemini-2\.5-flash-lite(?!-\w)/, sees(1_048_576, 65_536, price(0.1, 0.4, 0.01)), google),
  family(/^gemini-2\.5-flash(?!-\w)/, sees(1_048_576, 65_536, price(0.3, 2.5, 0.03)), google),
  family(
    /^gemini-3(\.1)?-pro(-preview)?$/,
    sees(1_048_576, 65_536, geminiPrice([2, 12, 0.2], [4, 18, 0.4])),
    google,
  ),
  family(/^gemini-3-flash(-preview)?$/, sees(1_048_576, 65_536, price(0.5, 3, 0.05)), google),
  family(/^gemini-3\.1-flash-lite(-preview)?$/, sees(1_048_576, 65_536, price(0.25, 1.5, 0.025)), google),
  family(/^gemini-3\.5-flash-lite$/, sees(1_048_576, 65_536, price(0.3, 2.5, 0.03)), google),
  family(/^gemini-3\.5-flash$/, sees(1_048_576, 65_536, price(1.5, 9, 0.15)), google),
  family(/^gemini-3\.[678]-flash$/, sees(1_048_576, 65_536, price(1.5, 7.5, 0.15)), google),
  // https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/guides/gemini-3-5-flash
  family(
    /^gemini-(2\.5|[3-9]|(flash|pro)(-lite)?-latest)(?!.*(image|tts|audio|live))/,
    sees(1_048_576, 65_536),
  ),
  family(/gemini|llama-?4|pixtral|minicpm-v/i, { images: true }),
  family(/mistral-small-?3\.[12]|qwen.*vl|[-_]vl\b|vision|internvl/i, { images: true }),
];

/** Some models allow far more output, but reserving it would leave too little for the input. */
export const longEnough = 32_000;

export function knownFacts(id: string, host?: string): ModelFacts {
  const name = id.slice(id.lastIndexOf('/') + 1);
  const found = families.find(({ pattern }) => pattern.test(name));
  if (found === undefined) return {};
  const { price: charged, ...facts } = found.facts;
  return {
    ...facts,
    ...(facts.outputTokens === undefined ? {} : { outputTokens: Math.min(facts.outputTokens, longEnough) }),
    ...(charged !== undefined && host === found.host ? { price: charged } : {}),
  };
}

function family(pattern: RegExp, facts: ModelFacts, host?: string): Family {
  return defined({ pattern, facts, host });
}

function sees(contextTokens: number, outputTokens?: number, cost?: Price): ModelFacts {
  return { ...reads(contextTokens, outputTokens, cost), images: true };
}

function reads(contextTokens: number, outputTokens?: number, cost?: Price): ModelFacts {
  return defined({ contextTokens, images: false, outputTokens, price: cost });
}

function price(input: number, output: number, cached?: number): Price {
  return defined({ input, output, cached });
}

/** Anthropic charges twice as much for what stays in the cache for an hour. */
function claudePrice(input: number, output: number, cached: number): Price {
  return { ...writingPrice(input, output, cached), writtenForHour: input * 2 };
}

/** From GPT-5.6 on, input costs double beyond 272,000 tokens, and output half as much again. */
function gptPrice(input: number, output: number, cached: number): Price {
  const long = {
    above: 272_000,
    ...writingPrice(input * 2, Number((output * 1.5).toPrecision(6)), cached * 2),
  };
  return { ...writingPrice(input, output, cached), long };
}

/** The longer price applies to all of a prompt with more than 200,000 tokens. */
function geminiPrice(
  ordinary: readonly [input: number, output: number, cached: number],
  long: readonly [input: number, output: number, cached: number],
): Price {
  return { ...price(...ordinary), long: { above: 200_000, ...price(...long) } };
}

/** Anthropic, for 5 minutes, and OpenAI, from GPT-5.6 on, charge a quarter more for writing to their cache. */
function writingPrice(input: number, output: number, cached: number): Price {
  return { input, output, cached, written: (input * 5) / 4 };
}
