import { perObject } from '../../converser/ground/object-memory.ts';
import { numberText } from '../../converser/ground/wording/numbers.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/words/models/provider.ts';
import { callInWords } from '../../dialects/call-in-words.ts';
import { withTextHistory } from '../../dialects/history-as-text.ts';
import { withPlainEnums } from '../../dialects/tool-schemas/plain-enums.ts';
import { reasonIn } from './explain-error.ts';

export interface AskOptions {
  readonly model: string;
  readonly label: string;
  /** Without a message, only programs are told: you were told before. */
  readonly notice: (message: string, leftOut?: readonly string[]) => void;
}

/** Vendors refuse a whole request for the schema of one tool, by rules that they keep to themselves. */
export interface ToolRefusals {
  ask<T>(request: ModelRequest, options: AskOptions, post: (request: ModelRequest) => Promise<T>): Promise<T>;
  without(request: ModelRequest, model: string): ModelRequest;
}

/** A server that names its tools one by one is asked as often in one reply. */
const mostRepeats = 32;
const mostRemembered = 1_000;

export function createToolRefusals(): ToolRefusals {
  const refused = new Set<string>();
  const limits = new Map<string, number>();
  const needTools = new Set<string>();
  const needPlainEnums = new Set<string>();
  const unforced = new Set<string>();

  function without(request: ModelRequest, model: string): ModelRequest {
    const asked = withFitTools(request, model);
    if (asked.tools.length === 0) return needTools.has(model) ? withTextHistory(asked) : asked;
    return unforced.has(model) ? callInWords(asked) : asked;
  }

  function withFitTools(request: ModelRequest, model: string): ModelRequest {
    const limit = limits.get(model);
    const isPlain = needPlainEnums.has(model) || /gemini/i.test(model);
    if (refused.size === 0 && limit === undefined && !isPlain) return request;
    const tools = request.tools
      .map(tool => (limit === undefined ? tool : shortened(tool, limit)))
      .map(tool => (isPlain ? plain(tool) : tool))
      .filter(tool => refused.size === 0 || !refused.has(keyOf(tool, model)));
    return { ...request, tools };
  }

  function remember(tools: readonly ToolDefinition[], model: string): void {
    if (refused.size + tools.length > mostRemembered) refused.clear();
    for (const tool of tools) refused.add(keyOf(tool, model));
  }

  function learn(cause: unknown, asked: ModelRequest, { model, label, notice }: AskOptions): boolean {
    const { tools } = asked;
    const known = [
      [needTools, tools.length === 0 && wantsTools(cause)],
      [unforced, asked.toolChoice === 'required' && tools.length > 0 && refusesForce(cause)],
      [needPlainEnums, tools.some(tool => plain(tool) !== tool) && refusesEnums(cause)],
    ] as const;
    const [learnt] = known.find(([models, isRefused]) => isRefused && !models.has(model)) ?? [];
    if (learnt !== undefined) {
      learnt.add(model);
      return true;
    }
    const limit = limitIn(cause);
    const long = limit === undefined ? [] : tools.filter(({ description }) => description.length > limit);
    if (limit !== undefined && long.length > 0) {
      limits.set(model, limit);
      notice(cut(long, label, limit));
      return true;
    }
    const named = namedIn(cause, tools);
    if (named.length === 0) return false;
    remember(named, model);
    notice(leftOutText(named, label, cause), namesOf(named));
    return true;
  }

  return {
    without,
    async ask(request, options, post) {
      const kept = namesOf(withFitTools(request, options.model).tools);
      if (kept.length < request.tools.length)
        options.notice('', namesOf(request.tools.filter(({ name }) => !kept.includes(name))));
      for (let repeats = 0; ; repeats++) {
        const asked = without(request, options.model);
        try {
          return await post(asked);
        } catch (cause) {
          if (repeats === mostRepeats || !learn(cause, asked, options)) throw cause;
        }
      }
    },
  };
}

function namesOf(tools: readonly ToolDefinition[]): readonly string[] {
  return tools.map(({ name }) => name);
}

/** A tool that its server has changed counts as another one. */
function keyOf(tool: ToolDefinition, model: string): string {
  return `${model}\n${jsonOf(tool)}`;
}

const jsonOf = perObject(({ name, description, inputSchema }: ToolDefinition) =>
  JSON.stringify([name, description, inputSchema]),
);

const cuts = new WeakMap<ToolDefinition, ToolDefinition>();

/** It takes time to write a tool's schema, so the same object is returned each time. */
function shortened(tool: ToolDefinition, limit: number): ToolDefinition {
  if (tool.description.length <= limit) return tool;
  const description = `${tool.description.slice(0, limit - 1)}…`;
  const known = cuts.get(tool);
  if (known?.description === description) return known;
  const cut = { ...tool, description };
  cuts.set(tool, cut);
  return cut;
}

const plain = perObject((tool: ToolDefinition): ToolDefinition => {
  const inputSchema = withPlainEnums(tool.inputSchema);
  return inputSchema === tool.inputSchema ? tool : { ...tool, inputSchema };
});

function cut(tools: readonly ToolDefinition[], label: string, limit: number): string {
  const names = namesOf(tools).join(', ');
  return `${label} takes ${numberText(limit)} characters of a tool’s description at most, so Converser cuts ${names}.`;
}

function leftOutText(tools: readonly ToolDefinition[], label: string, cause: unknown): string {
  const names = namesOf(tools).join(', ');
  const [what, them] = tools.length === 1 ? ['tool', 'it'] : ['tools', 'them'];
  return `${label} rejects the ${what} ${names}, so Converser leaves ${them} out: ${reasonIn(cause)}`;
}

/** Anthropic, Bedrock and proxies before them refuse calls in the history of a request without tools. */
function wantsTools(cause: unknown): boolean {
  return /must define tools|without `tools=`|toolConfig field must be defined/i.test(reasonIn(cause));
}

/** Thinking models of DeepSeek, Qwen, Kimi and Claude take only `auto`, and some servers know no choice at all. */
function refusesForce(cause: unknown): boolean {
  return statusOf(cause) < 500 && /tool[_ ]?choice/i.test(saidIn(cause));
}

function refusesEnums(cause: unknown): boolean {
  return statusOf(cause) === 400 && /\benum\b/i.test(reasonIn(cause));
}

function statusOf(cause: unknown): number {
  return Number((Object(cause) as { readonly status?: unknown }).status);
}

function saidIn(cause: unknown): string {
  const { param } = Object(cause) as { readonly param?: unknown };
  return `${reasonIn(cause)} ${typeof param === 'string' ? param : ''}`;
}

function limitIn(cause: unknown): number | undefined {
  const told = /\btools\[\d+\](?:\.function)?\.description\b.*\bmaximum length (\d+)/s.exec(reasonIn(cause));
  const limit = Number(told?.[1]);
  return limit > 0 ? limit : undefined;
}

const places = [/\bfunction_declarations\[(\d+)\]/g, /\btools(?:\[(\d+)\]|\.(\d+)\b)/g];

function namedIn(cause: unknown, tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const { code } = Object(cause) as { readonly code?: unknown };
  // Groq rejects what the model wrote, not the tool.
  if (code === 'tool_use_failed') return [];
  if (tools.length === 0 || ![400, 422].includes(statusOf(cause))) return [];
  const said = saidIn(cause);
  for (const place of places) {
    const found = new Set([...said.matchAll(place)].map(([, inList, dotted]) => Number(inList ?? dotted)));
    if (found.size > 0) return tools.filter((_tool, at) => found.has(at));
  }
  if (!/schema|parameters/i.test(said)) return [];
  return tools.filter(({ name }) => ['"', "'", '`'].some(quote => said.includes(quote + name + quote)));
}
