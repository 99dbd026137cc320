import type { Client, ElicitRequestURLParams, Tool } from '@modelcontextprotocol/client';
import type { Context, Invoker, Returned } from '../../../converser/ensemble/invoker.ts';
import { errors } from '../../../converser/errors.ts';
import type { JsonObject } from '../../../converser/json/json.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { McpParts } from './mcp-ports.ts';
import type { Offerings } from './offered-tools.ts';
import type { OpenQuestions } from './pending-questions.ts';

/** A call of a tool as it was offered. */
export interface OfferedCall {
  readonly tool: Tool;
  readonly invoker: Invoker;
  readonly args: JsonObject;
  readonly context: Context;
}

export interface CallOfferedOptions {
  readonly definition: ServerDefinition;
  readonly parts: McpParts;
  readonly questions: OpenQuestions;
  readonly offerings: Pick<Offerings, 'has'>;
  /** Runs a request on the server, which is started if need be. */
  readonly use: <T>(request: (client: Client) => Promise<T>, signal: AbortSignal) => Promise<T>;
  readonly isRunning: () => boolean;
}

/** Calls a tool, unless the server that was started for it has turned out to be another than the one remembered. */
export async function callOffered(
  { tool, invoker, args, context }: OfferedCall,
  { definition, parts, questions, offerings, use, isRunning }: CallOfferedOptions,
): Promise<Returned> {
  const { callTool } = loaded ?? (await load());
  if (!isRunning()) context.progress(`Starting ${definition.title ?? definition.name}`);
  const terms = termsOf(invoker, { definition, parts, context });
  const request = async (client: Client) => {
    if (!offerings.has(invoker)) throw errors.toolChanged(`${definition.name}:${tool.name}`);
    return callTool(client, { tool, args, ...terms }, context);
  };
  const waiting = questions.whileOpen(() => context.progress(''));
  try {
    return await use(request, context.signal);
  } finally {
    waiting.dispose();
  }
}

let loaded: typeof import('../calls/call-tool.ts') | undefined;

/** To look up what has been loaded long ago would cost a fifth of a call each time. */
async function load(): Promise<typeof import('../calls/call-tool.ts')> {
  loaded = await import('../calls/call-tool.ts');
  return loaded;
}

interface Asking extends Pick<CallOfferedOptions, 'definition' | 'parts'> {
  readonly context: Context;
}

function termsOf(
  { totalTimeLimit, timeLimit, output }: Invoker,
  { definition, parts: { handlers, spill }, context: { signal, invoker } }: Asking,
) {
  const elicit = handlers?.elicit;
  return {
    // A person may have given it another one than the server's definition has.
    limit: invoker.totalTimeLimit ?? totalTimeLimit ?? timeLimit,
    hasTemplates: output !== undefined,
    ...(spill === undefined ? {} : { spill }),
    ...(elicit === undefined
      ? {}
      : { visit: (page: ElicitRequestURLParams) => elicit(page, { definition, signal }) }),
  };
}
