import { geminiComplaint } from '../../fakes/gemini-complaints.ts';

type Body = Readonly<Record<string, unknown>>;

/** What a vendor's API says of the options that it takes. */
export interface DocumentedFields {
  readonly fields: readonly string[];
  /** What is wrong with their values. */
  readonly check?: (body: Body) => string | undefined;
}

const usual = [
  ...['model', 'messages', 'stream', 'stream_options', 'tools', 'temperature', 'top_p', 'max_tokens'],
];

/** Real servers pass over some of what they don't know. These refuse it, so that nothing is sent in vain. */
const documented: Readonly<Record<string, DocumentedFields>> = {
  // https://platform.openai.com/docs/api-reference/chat/create
  azure: { fields: [...usual, 'stop', 'seed', 'reasoning_effort', 'verbosity', 'service_tier'] },
  // https://api-docs.deepseek.com/api/create-chat-completion
  deepseek: {
    fields: [...usual, 'stop', 'thinking', 'reasoning_effort'],
    check: ({ reasoning_effort: effort }) => oneOf(effort, ['low', 'high', 'max']),
  },
  // https://ai.google.dev/gemini-api/docs/openai
  gemini: {
    fields: [...usual, 'stop', 'reasoning_effort', 'extra_body'],
    check: geminiComplaint,
  },
  // https://console.groq.com/docs/api-reference
  groq: {
    fields: [...usual, 'stop', 'seed', 'service_tier', 'reasoning_effort', 'reasoning_format'],
    check: ({ reasoning_effort: effort, reasoning_format: format }) =>
      oneOf(effort, ['none', 'default']) ?? oneOf(format, ['parsed', 'hidden']),
  },
  // https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md, and server-common.cpp beside it
  llamacpp: {
    fields: [
      ...[...usual, 'stop', 'seed', 'top_k', 'chat_template_kwargs', 'reasoning_effort'],
      ...['thinking_budget_tokens', 'cache_prompt', 'id_slot'],
    ],
  },
  // https://platform.minimax.io/docs/api-reference/text-openai-api
  minimax: { fields: [...usual, 'reasoning_split'] },
  // https://docs.mistral.ai/api
  mistral: {
    fields: [...usual, 'stop', 'random_seed', 'reasoning_effort'],
    check: ({ reasoning_effort: effort }) => oneOf(effort, ['none', 'high']),
  },
  // https://platform.kimi.ai/docs/api/models-overview: it takes no temperature but its own.
  moonshot: {
    fields: [...usual, 'stop', 'thinking', 'reasoning_effort'],
    check: ({ temperature, top_p: topP, reasoning_effort: effort }) =>
      oneOf(effort, ['low', 'high', 'max']) ??
      (temperature === undefined ? undefined : 'invalid temperature: only 1 is allowed for this model') ??
      (topP === undefined ? undefined : 'invalid top_p: only 0.95 is allowed for this model'),
  },
  // https://openrouter.ai/docs/api-reference/parameters
  openrouter: {
    fields: [...usual, 'stop', 'seed', 'top_k', 'reasoning', 'verbosity'],
    check: ({ reasoning }) =>
      oneOf(Object(reasoning).effort, ['none', 'minimal', 'low', 'medium', 'high', 'xhigh']),
  },
  // https://docs.sglang.io/docs/basic_usage/openai_api_completions
  sglang: { fields: [...usual, 'stop', 'seed', 'top_k', 'reasoning_effort', 'chat_template_kwargs'] },
  // https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html
  vllm: { fields: [...usual, 'stop', 'seed', 'top_k', 'reasoning_effort', 'chat_template_kwargs'] },
  // https://docs.x.ai/docs/api-reference: models that think take no words at which to stop.
  xai: { fields: [...usual, 'seed', 'reasoning_effort'] },
  // https://docs.z.ai/api-reference/llm/chat-completion
  zai: {
    fields: [...usual, 'stop', 'thinking', 'reasoning_effort'],
    check: ({ thinking }) => oneOf(Object(thinking).type, ['enabled', 'disabled']),
  },
};

function oneOf(value: unknown, values: readonly string[]): string | undefined {
  return value === undefined || values.includes(String(value)) ? undefined : `Invalid value: ${value}`;
}

/** What the vendor says to a request, if it refuses it. */
export function documentedComplaint(vendor: string, body: Body): string | undefined {
  const { fields, check } = documented[vendor] ?? { fields: [] };
  const unknown = Object.keys(body).find(name => !fields.includes(name));
  return unknown === undefined ? check?.(body) : `Unrecognized request argument supplied: ${unknown}`;
}
