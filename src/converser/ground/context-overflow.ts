export interface Overflow {
  readonly tokens?: number;
  readonly window?: number;
  /** The limit is what the account may send in a minute, and one request alone is larger. */
  readonly isRate?: true;
}

export interface Rejection {
  readonly status: number | undefined;
  readonly code: string;
  readonly reason: string;
  readonly told?: Overflow | undefined;
}

export function overflowIn({ status, code, reason, told }: Rejection): Overflow | undefined {
  const isRate = rateWords.test(reason);
  // A quota is a quota, unless one request alone exceeds a whole minute.
  if (!isRate && ((status !== undefined && otherStatuses.has(status)) || otherWords.test(reason)))
    return undefined;
  if (!isRate && status !== 413 && !codes.test(code) && !words.some(pattern => pattern.test(reason)))
    return undefined;
  const window = told?.window ?? numberIn(reason, windowPatterns);
  const tokens = told?.tokens ?? sumIn(reason) ?? numberIn(reason, tokenPatterns);
  const exceeds = tokens !== undefined && (window === undefined || tokens > window);
  return {
    ...(exceeds ? { tokens } : {}),
    ...(window === undefined ? {} : { window }),
    ...(isRate ? { isRate } : {}),
  };
}

/** Groq with 413 and OpenAI with 429; neither will ever accept the request. */
const rateWords = /request too large\b.*\blimit [\d,]+, requested [\d,]+/is;

/** These statuses mean something else, whatever the words, such as a wrong key or too many requests. */
const otherStatuses: ReadonlySet<number> = new Set([401, 402, 403, 404, 429]);

/** Bedrock says "Too many tokens, please wait" when it throttles. */
const otherWords = /throttl|rate limit|too many requests|please wait/i;

/** From OpenAI, llama.cpp, Anthropic, GitHub, and Z.ai, which gives one as the reason of a finish. */
const codes =
  /context_length_exceeded|exceed_context_size|request_too_large|max_prompt_tokens_exceeded|context_window_exceeded/;

const words: readonly RegExp[] = [
  // Anthropic, Ollama, OpenRouter
  /(prompt|input) (is )?too long/i,
  // Anthropic: "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"
  /exceeds? (the )?(context|token) limit/i,
  // OpenAI, Azure, vLLM, LiteLLM, DeepSeek, OpenRouter, Mistral, SGLang
  /maximum (context|model|prompt|(allowed )?input) length/i,
  // OpenAI's Responses
  /exceeds the (model's )?(context window|context length|maximum context)/i,
  // Groq: "Please reduce the length of the messages or completion."
  /reduce the length of the (messages|prompt|input)/i,
  // llama.cpp: "the request exceeds the available context size, try increasing it"
  /exceeds? the available context size/i,
  // llama-box in GPUStack: "failed to decode, try again, increasing context size"
  /increas\w+ (the )?context (size|length|window)/i,
  // vLLM, Together: "is longer than the model's context length"
  /longer than the (maximum )?(model|context|model's context) (length|window)/i,
  // vLLM: "the model's context length is only 4096 tokens"
  /model's context length is only/i,
  // LM Studio
  /(greater|larger) than the context length|context the overflows|context length of only/i,
  // Gemini: "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)."
  /token count.* exceeds the (maximum|limit)/is,
  // Kimi, MiniMax, Cerebras, Cohere
  /exceeded model token limit|context window exceeds limit|total number of tokens in the prompt cannot exceed/i,
];

const windowPatterns: readonly RegExp[] = [
  /> (\d[\d,]*)/,
  /maximum (?:context|prompt|model|allowed input|input) length (?:is|of)(?: only)? (\d[\d,]*)/i,
  /too large for model with (\d[\d,]*)/i,
  /context length (?:is|of) only (\d[\d,]*)/i,
  /maximum number of tokens allowed \((\d[\d,]*)\)/i,
  /(?:context size|context length|context window|maximum context length) \((\d[\d,]*)/i,
  /\blimit (?:of )?(\d[\d,]*)/i,
  /token limit: (\d[\d,]*)/i,
  /n_ctx\W+(\d+)/,
];

/** The whole of a request comes before its parts. */
const tokenPatterns: readonly RegExp[] = [
  /total of (?:at least )?(\d[\d,]*)/i,
  /too long: (\d[\d,]*)/i,
  /resulted in (\d[\d,]*)/i,
  /(?:prompt|request) (?:contains|has|of) (?:at least )?(\d[\d,]*)/i,
  /(?:request|input|prompt|token count|input length) \((\d[\d,]*)/i,
  /input length (\d[\d,]*)/i,
  /token count of (\d[\d,]*)/i,
  /passed (\d[\d,]*)/i,
  /keep the first (\d[\d,]*)/i,
  /requested(?: about|:)? (\d[\d,]*)/i,
  /n_prompt_tokens\W+(\d+)/,
];

/** Anthropic adds the input and the reply that was asked for: "190000 + 20000 > 200000". */
function sumIn(reason: string): number | undefined {
  const [, input, output] = /(\d[\d,]*) \+ (\d[\d,]*) > /.exec(reason) ?? [];
  return input === undefined || output === undefined ? undefined : count(input) + count(output);
}

function numberIn(reason: string, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const [, written] = pattern.exec(reason) ?? [];
    if (written !== undefined) return count(written);
  }
  return undefined;
}

function count(written: string): number {
  return Number(written.replaceAll(',', ''));
}
