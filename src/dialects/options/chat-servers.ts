import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { Effort } from '../../converser/ground/wording/effort-names.ts';
import { geminiEffort, geminiLevels, geminiThoughts } from './gemini-thinking.ts';
import { fromNone } from './gpt-effort.ts';
import type { Entry, Setting } from './option-paths.ts';

interface ServerFacts {
  readonly names?: Readonly<Partial<Record<Setting, string>>>;
  /** From the least to the most. `undefined` stands for the levels of its family. */
  readonly levels?: (model: ServedModel) => readonly Effort[] | undefined;
  readonly effort?: (level: string, id: string) => readonly Entry[] | undefined;
  /** Asks for thoughts apart from text, or for none, and for them to count in later turns. Whole fields. */
  readonly thoughts?: (isShown: boolean, id: string, options: JsonObject) => readonly Entry[];
}

interface ServedModel {
  readonly id: string;
  readonly thinks: boolean | undefined;
}

/** The keys are the names by which programs call themselves, or the ends of hosts. */
const servers = {
  'bigmodel.cn': 'zai',
  'deepseek.com': 'deepseek',
  'generativelanguage.googleapis.com': 'gemini',
  'groq.com': 'groq',
  llamacpp: 'llama.cpp',
  'minimax.io': 'minimax',
  'minimaxi.com': 'minimax',
  'mistral.ai': 'mistral',
  'moonshot.ai': 'moonshot',
  'moonshot.cn': 'moonshot',
  'openrouter.ai': 'openrouter',
  sglang: 'sglang',
  vllm: 'vllm',
  'x.ai': 'xai',
  'z.ai': 'zai',
} as const;

type ChatServer = (typeof servers)[keyof typeof servers];

export function chatServer(server: string | undefined): ServerFacts | undefined {
  const named = Object.entries(servers).find(([name]) => server === name || server?.endsWith(`.${name}`));
  return named && chatServers[named[1]];
}

const chatServers: Readonly<Record<ChatServer, ServerFacts>> = {
  // https://api-docs.deepseek.com/guides/thinking_mode
  deepseek: {
    levels: () => ['none', 'low', 'high', 'max'],
    effort: level => [...switched(level), ...(level === 'none' ? [] : [word(level)])],
  },
  gemini: { levels: ({ id }) => geminiLevels(id), effort: geminiEffort, thoughts: geminiThoughts },
  // https://console.groq.com/docs/reasoning: with tools, thoughts inside the text are refused.
  groq: {
    levels: ({ id }) => (thinksInTags.test(id) ? onOrOff : undefined),
    effort: (level, id) =>
      thinksInTags.test(id) ? [word(level === 'none' ? 'none' : 'default')] : undefined,
    thoughts: (isShown, id) =>
      thinksInTags.test(id) ? [['reasoning_format', isShown ? 'parsed' : 'hidden']] : [],
  },
  // https://github.com/ggml-org/llama.cpp/blob/master/tools/server/server-common.cpp: “Reasoning budget”. All versions that
  // have one read `thinking_budget_tokens`, the first ones only without `--reasoning-budget`; its newer name,
  // `reasoning_budget_tokens`, is read by newer ones alone. Templates without tags of thought are given none. Since
  // https://github.com/ggml-org/llama.cpp/pull/26045, `reasoning_effort` switches off what can be, and reaches templates.
  'llama.cpp': {
    levels: ({ id }) => (templateSwitch(id) === undefined ? undefined : fromNone),
    effort(level, id) {
      if (/gpt-oss/.test(id)) return [['chat_template_kwargs.reasoning_effort', level]];
      const budget = thinkingBudgets[level];
      const limit: readonly Entry[] = budget === undefined ? [] : [['thinking_budget_tokens', budget]];
      return [...(templateSwitched(level, id) ?? [word(level)]), ...limit];
    },
  },
  // https://platform.minimax.io/docs/api-reference/text-openai-api: otherwise its thoughts stand in the text.
  minimax: { levels: () => [], thoughts: () => [['reasoning_split', true]] },
  // https://docs.mistral.ai/capabilities/reasoning/adjustable
  mistral: {
    names: { seed: 'random_seed' },
    levels({ id }) {
      if (/^mistral-(small|medium)/.test(id)) return onOrOff;
      return /^mistral-large-(4|latest)/.test(id) ? ['low', 'medium', 'high'] : [];
    },
  },
  // https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model
  moonshot: {
    levels({ id }) {
      // K3 always thinks: https://platform.kimi.ai/docs/guide/use-thinking-effort
      if (/^kimi-k2\.[56]/.test(id)) return onOrOff;
      return /^kimi-k[3-9]/.test(id) ? ['low', 'high', 'max'] : [];
    },
    effort: (level, id) => (/^kimi-k2/.test(id) ? switched(level) : undefined),
    thoughts: (isShown, id) =>
      isShown && /^kimi-k2\.6/.test(id) ? [['thinking', { type: 'enabled', keep: 'all' }]] : [],
  },
  // https://openrouter.ai/docs/use-cases/reasoning-tokens
  openrouter: {
    levels: ({ thinks }) => (thinks ? ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] : undefined),
    effort: level => [['reasoning.effort', level === 'max' ? 'xhigh' : level]],
    thoughts: isShown => (isShown ? [] : [['reasoning', { exclude: true }]]),
  },
  // https://docs.sglang.io/docs/advanced_features/thinking_budget
  sglang: {
    levels: ({ id }) => (templateSwitch(id) === undefined ? undefined : onOrOff),
    effort: templateSwitched,
  },
  // https://docs.vllm.ai/en/latest/features/reasoning_outputs.html
  vllm: {
    levels: ({ id }) => (templateSwitch(id) === undefined ? undefined : onOrOff),
    effort: templateSwitched,
  },
  // https://docs.x.ai/docs/guides/reasoning
  xai: {},
  // https://docs.z.ai/guides/capabilities/thinking-mode
  zai: {
    levels({ id }) {
      // https://openrouter.ai/z-ai/glm-5.3: it always thinks.
      if (/^glm-(5\.[3-9]|[6-9])/.test(id)) return ['low', 'high', 'max'];
      // It takes `low` and `medium` for `high`: https://docs.anyfast.ai/api-reference/model-api/zhipu/glm-5.2
      if (/^glm-5\.2/.test(id)) return ['none', 'high', 'max'];
      return /^glm-(4\.[5-9]|5)/.test(id) ? onOrOff : [];
    },
    effort: (level, id) => [
      ...switched(level),
      ...(level !== 'none' && /^glm-(5\.[2-9]|[6-9])/.test(id) ? [word(level)] : []),
    ],
    thoughts: (isShown, id) =>
      isShown && /^glm-(4\.[7-9]|[5-9])/.test(id)
        ? [['thinking', { type: 'enabled', clear_thinking: false }]]
        : [],
  },
};

const onOrOff: readonly Effort[] = ['none', 'high'];

/** llama.cpp lets the model answer after so many tokens of thought. Other levels are left to the server. */
const thinkingBudgets: Readonly<Record<string, number>> = { low: 1_024, medium: 8_192 };

/** These models write their thoughts between tags, unless they are asked for apart. */
const thinksInTags = /^(qwen3|qwq|deepseek-r1)/;

function word(level: string): Entry {
  return ['reasoning_effort', level];
}

function switched(level: string): readonly Entry[] {
  return [['thinking', { type: level === 'none' ? 'disabled' : 'enabled' }]];
}

function templateSwitched(level: string, id: string): readonly Entry[] | undefined {
  const name = templateSwitch(id);
  return name === undefined ? undefined : [[`chat_template_kwargs.${name}`, level !== 'none']];
}

/** Templates of models that may think name the choice: https://qwen.readthedocs.io/en/latest/deployment/vllm.html */
function templateSwitch(id: string): string | undefined {
  if (/^deepseek-v(3\.[1-9]|[4-9])/.test(id)) return 'thinking';
  // https://docs.vllm.ai/en/v0.26.0/features/reasoning_outputs/: it thinks only where it is told to.
  if (/^gemma-?4/.test(id)) return 'enable_thinking';
  if (/^qwen3(?!.*(coder|embedding|reranker|instruct-2507|thinking-2507))/.test(id)) return 'enable_thinking';
  return /^glm-(4\.[5-9]|[5-9])/.test(id) ? 'enable_thinking' : undefined;
}
