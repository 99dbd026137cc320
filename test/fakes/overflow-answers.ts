export interface OverflowAnswer {
  /** Default: 400. */
  readonly status?: number;
  readonly body: object;
  /** The tokens of the request and of the window, where the server tells both. */
  readonly numbers?: readonly [tokens: number, window: number];
}

/** As the vendors and servers document it, or as it was seen. Any of them may stand behind a gateway of another wire. */
export const overflowAnswers: Readonly<Record<string, OverflowAnswer>> = {
  Anthropic: {
    body: anthropic('invalid_request_error', 'prompt is too long: 213462 tokens > 200000 maximum'),
    numbers: [213_462, 200_000],
  },
  'Anthropic, with its reply': {
    body: anthropic(
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again',
    ),
    numbers: [210_000, 200_000],
  },
  'Anthropic, by bytes': {
    status: 413,
    body: anthropic('request_too_large', 'Request exceeds the maximum size'),
  },
  'OpenAI in Chat Completions': {
    body: openAi(
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens. Please reduce the length of the messages.",
      'context_length_exceeded',
    ),
    numbers: [204_308, 128_000],
  },
  'OpenAI in Responses': {
    body: openAi(
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      'context_length_exceeded',
    ),
  },
  'OpenAI, by the minute': {
    status: 429,
    body: openAi(
      'Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Requested 342389. The input or output tokens must be reduced in order to run successfully.',
      'rate_limit_exceeded',
    ),
    numbers: [342_389, 30_000],
  },
  Groq: {
    status: 413,
    body: openAi(
      'Request too large for model `llama-3.3-70b-versatile` in organization `org_1` service tier `on_demand` on tokens per minute (TPM): Limit 12000, Requested 14137, please reduce your message size and try again.',
      'rate_limit_exceeded',
    ),
    numbers: [14_137, 12_000],
  },
  'Groq, by its window': {
    body: openAi('Please reduce the length of the messages or completion.', 'context_length_exceeded'),
  },
  'llama.cpp': {
    body: {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 5033,
        n_ctx: 4096,
      },
    },
    numbers: [5033, 4096],
  },
  vLLM: {
    body: vLlm(
      "'max_tokens' or 'max_completion_tokens' is too large: 512. This model's maximum context length is 4096 tokens. However, you requested 512 output tokens and your prompt contains at least 3585 input tokens, for a total of at least 4097 tokens.",
    ),
    numbers: [4097, 4096],
  },
  'vLLM, newer': {
    body: vLlm(
      "You passed 5001 input tokens and requested 0 output tokens. However, the model's context length is only 4096 tokens, resulting in a maximum input length of 4096 tokens.",
    ),
    numbers: [5001, 4096],
  },
  Mistral: {
    body: {
      object: 'error',
      message:
        'Prompt contains 40012 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      type: 'invalid_request_prompt',
      code: 3051,
    },
    numbers: [40_012, 32_768],
  },
  OpenRouter: {
    body: {
      error: {
        code: 400,
        message:
          "This endpoint's maximum context length is 32768 tokens. However, you requested about 42832 tokens (42832 of text input). Please reduce the length of either one.",
      },
    },
    numbers: [42_832, 32_768],
  },
  xAI: {
    body: {
      code: 'Client specified an invalid argument',
      error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    },
    numbers: [537_812, 131_072],
  },
  Gemini: {
    body: openAi('The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).'),
    numbers: [1_196_265, 1_048_575],
  },
  'LM Studio': {
    body: {
      error:
        'Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens, which is not enough.',
    },
    numbers: [10_136, 7866],
  },
};

function anthropic(type: string, message: string): object {
  return { type: 'error', error: { type, message } };
}

function openAi(message: string, code: string | null = null): object {
  return { error: { message, type: 'invalid_request_error', param: null, code } };
}

function vLlm(message: string): object {
  return { error: { message, type: 'BadRequestError', code: 400 } };
}
