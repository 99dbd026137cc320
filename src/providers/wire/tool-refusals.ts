import { perObject } from '../../converser/ground/per-object.ts';
import { numberText } from '../../converser/ground/wording/numbers.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/words/models/provider.ts';
import { withTextHistory } from '../../dialects/history-as-text.ts';
import { reasonIn } from './explain-error.ts';

export interface AskOptions {
  readonly model: string;
  readonly label: string;
  readonly notice: (message: string) => void;
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

  function without(request: ModelRequest, model: string): ModelRequest {
    const limit = limits.get(model);
    const tools = request.tools
      .map(tool => (limit === undefined ? tool : shortened(tool, limit)))
      .filter(tool => refused.size === 0 || !refused.has(keyOf(tool, model)));
    const asked = refused.size === 0 && limit === undefined ? request : { ...request, tools };
    return asked.tools.length === 0 && needTools.has(model) ? withTextHistory(asked) : asked;
  }

  function remember(tools: readonly ToolDefinition[], model: string): void {
    if (refused.size + tools.length > mostRemembered) refused.clear();
    for (const tool of tools) refused.add(keyOf(tool, model));
  }

  function learn(cause: unknown, { tools }: ModelRequest, { model, label, notice }: AskOptions): boolean {
    if (tools.length === 0 && !needTools.has(model) && wantsTools(cause)) {
      needTools.add(model);
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
    notice(leftOut(named, label, cause));
    return true;
  }

  return {
    without,
    async ask(request, options, post) {
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

function cut(tools: readonly ToolDefinition[], label: string, limit: number): string {
  const names = tools.map(({ name }) => name).join(', ');
  return `${label} takes ${numberText(limit)} characters of a tool’s description at most, so Converser cuts ${names}.`;
}

function leftOut(tools: readonly ToolDefinition[], label: string, cause: unknown): string {
  const names = tools.map(({ name }) => name).join(', ');
  const [what, them] = tools.length === 1 ? ['tool', 'it'] : ['tools', 'them'];
  return `${label} rejects the ${what} ${names}, so Converser leaves ${them} out: ${reasonIn(cause)}`;
}

/** Anthropic, Bedrock and proxies before them refuse calls in the history of a request without tools. */
function wantsTools(cause: unknown): boolean {
  return /must define tools|without `tools=`|toolConfig field must be defined/i.test(reasonIn(cause));
}

function limitIn(cause: unknown): number | undefined {
  const told = /\btools\[\d+\](?:\.function)?\.description\b.*\bmaximum length (\d+)/s.exec(reasonIn(cause));
  const limit = Number(told?.[1]);
  return limit > 0 ? limit : undefined;
}

const places = [/\bfunction_declarations\[(\d+)\]/g, /\btools(?:\[(\d+)\]|\.(\d+)\b)/g];

function namedIn(cause: unknown, tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const { status, param, code } = Object(cause) as Readonly<Record<string, unknown>>;
  // Groq rejects what the model wrote, not the tool.
  if (code === 'tool_use_failed') return [];
  if (tools.length === 0 || (status !== 400 && status !== 422)) return [];
  const said = `${reasonIn(cause)} ${typeof param === 'string' ? param : ''}`;
  for (const place of places) {
    const found = new Set([...said.matchAll(place)].map(([, inList, dotted]) => Number(inList ?? dotted)));
    if (found.size > 0) return tools.filter((_tool, at) => found.has(at));
  }
  if (!/schema|parameters/i.test(said)) return [];
  return tools.filter(({ name }) => ['"', "'", '`'].some(quote => said.includes(quote + name + quote)));
}
