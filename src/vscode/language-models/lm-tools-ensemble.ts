import * as vscode from 'vscode';
import { listeners } from '../../converser/ground/async/listeners.ts';
import { isJsonObject, type JsonObject, type JsonSchema } from '../../converser/ground/json/json.ts';
import type { Ensemble, EnsembleState } from '../../converser/words/ensemble/ensemble.ts';
import { type Context, type Invoker, type Returned, reply } from '../../converser/words/ensemble/invoker.ts';
import { normalizeToolResult } from './lm-tool-result.ts';
import { borrowedToken, lmToolsName } from './tool-token.ts';

export type LmTools = Pick<typeof vscode.lm, 'tools' | 'invokeTool'>;

export interface LmToolsOptions {
  /** These tools come from Converser itself, and must not return as tools of VS Code. */
  readonly own: ReadonlySet<string>;
  readonly lm: LmTools;
}

/** VS Code prefixes the tools of Converser's gateway with this. */
const ownServer = 'mcp_converser_';

/** In milliseconds. VS Code may ask the user during a call, who may take a while to answer. */
const timeLimit = 3_600_000;

/**
 * Converser's own question comes first, because nothing tells beforehand whether VS Code asks, too. The
 * ensemble is not enabled by itself, because some 25 tools cost tokens in each request.
 */
export function createLmToolsEnsemble({ own, lm }: LmToolsOptions): Ensemble {
  const changes = listeners<void>();
  const made = new WeakMap<vscode.LanguageModelToolInformation, Invoker>();
  let state: EnsembleState = { status: 'disconnected' };
  let current: readonly Invoker[] = [];

  function become(next: EnsembleState['status'] & ('ready' | 'disconnected')): void {
    if (state.status === next) return;
    state = { status: next };
    changes.fire();
  }

  /** VS Code has no event for changed tools, so each access compares them and reports a change. */
  function look(): readonly Invoker[] {
    const offered = lm.tools.filter(({ name }) => !own.has(name) && !name.startsWith(ownServer));
    const next = offered.map(tool => {
      const invoker = made.get(tool) ?? sameAsBefore(toInvoker(tool, lm), current);
      made.set(tool, invoker);
      return invoker;
    });
    if (next.length === current.length && next.every((invoker, at) => invoker === current[at]))
      return current;
    current = next;
    queueMicrotask(() => changes.fire());
    return current;
  }

  return {
    name: lmToolsName,
    title: 'VS Code',
    description: 'Tools of VS Code, of other extensions, and of the MCP servers that VS Code runs.',
    origin: 'user',
    enabled: false,
    get state() {
      return state;
    },
    get invokers() {
      return look();
    },
    connect: async () => become('ready'),
    disconnect: async () => become('disconnected'),
    onDidChange: changes.listen,
  };
}

export function contributedTools({
  packageJSON,
}: Pick<vscode.Extension<unknown>, 'packageJSON'>): ReadonlySet<string> {
  const manifest: unknown = packageJSON;
  const contributes = isJsonObject(manifest) ? manifest.contributes : undefined;
  const tools = isJsonObject(contributes) ? contributes.languageModelTools : undefined;
  const names = Array.isArray(tools) ? tools.map(tool => (isJsonObject(tool) ? tool.name : undefined)) : [];
  return new Set(names.filter(name => typeof name === 'string'));
}

/** Keeps the identity of invokers, because VS Code recreates its objects now and then. */
function sameAsBefore(made: Invoker, before: readonly Invoker[]): Invoker {
  const former = before.find(({ name }) => name === made.name);
  const isSame =
    former?.description === made.description &&
    JSON.stringify(former.arguments) === JSON.stringify(made.arguments);
  return isSame ? former : made;
}

function toInvoker(tool: vscode.LanguageModelToolInformation, lm: LmTools): Invoker {
  const { name, description } = tool;
  return {
    ensemble: lmToolsName,
    name,
    description: description.trim() === '' ? name : description,
    aliases: [],
    arguments: schemaOf(tool),
    // VS Code does not say what a call does, so it may do anything.
    annotations: {},
    origin: 'user',
    ...(describedByServer.test(name) ? { describedBy: `tool:${lmToolsName}:${name}` as const } : {}),
    implementation: `vscode.lm.invokeTool:${name}`,
    limits: { timeLimit, maxRetries: 0 },
    onFailure: 'recover',
    deduplication: 'none',
    permission: 'ask',
    invocable: (args, context) => invokeTool(name, args, { context, lm }),
  };
}

/** VS Code names the tools of its own MCP servers so. Others come from extensions, which run as you do anyway. */
const describedByServer = /^mcp_/;

/** Tools without arguments have no schema, and some schemas lack `type: "object"`. */
function schemaOf({ inputSchema }: vscode.LanguageModelToolInformation): JsonSchema {
  const schema: unknown = inputSchema;
  return isJsonObject(schema)
    ? { type: 'object', properties: {}, ...schema }
    : { type: 'object', properties: {} };
}

interface Invocation {
  readonly context: Context;
  readonly lm: LmTools;
}

async function invokeTool(name: string, input: JsonObject, { context, lm }: Invocation): Promise<Returned> {
  const { signal, namespace } = context;
  const cancellation = new vscode.CancellationTokenSource();
  const cancel = () => cancellation.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const toolInvocationToken = borrowedToken(namespace);
    const result = await lm.invokeTool(name, { input, toolInvocationToken }, cancellation.token);
    return reply({ content: normalizeToolResult(result, name) });
  } catch (cause) {
    // VS Code reports the user's refusal as a cancellation.
    if (!(cause instanceof vscode.CancellationError) || signal.aborted) throw cause;
    const message = `${lmToolsName}:${name} was not allowed to run in VS Code.`;
    const advice = 'Do not try again unless the user asks for it.';
    return reply({ content: [], failure: { kind: 'permission', message, advice } });
  } finally {
    signal.removeEventListener('abort', cancel);
    cancellation.dispose();
  }
}
