import type { Client, ElicitRequestURLParams, Tool } from '@modelcontextprotocol/client';
import type { AskCaller, Context, Invoker, Returned } from '../../../converser/ensemble/invoker.ts';
import { serverErrors } from '../../../converser/ensemble/server-errors.ts';
import { type UserTime, whileAsked } from '../../../converser/invocation/user-time.ts';
import { defined } from '../../../converser/json/defined.ts';
import type { JsonObject } from '../../../converser/json/json.ts';
import type { ServerHandlers } from '../connection/connection-ports.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { OfferedTools } from './offered-tools.ts';
import type { PendingQuestions } from './pending-questions.ts';

/** A call of a tool as it was offered. */
export interface OfferedCall {
  readonly tool: Tool;
  readonly invoker: Invoker;
  readonly args: JsonObject;
  readonly context: Context;
}

export interface CallOfferedToolOptions extends CallPorts {
  readonly questions: PendingQuestions;
  readonly userTime: UserTime;
  readonly tools: Pick<OfferedTools, 'has'>;
  readonly isRunning: () => boolean;
  /** Makes a request of the server, which is started if need be. */
  readonly use: <T>(
    request: (client: Client) => Promise<T>,
    signal: AbortSignal,
    askCaller?: AskCaller,
  ) => Promise<T>;
}

interface CallPorts {
  readonly definition: ServerDefinition;
  readonly ports: { readonly elicit?: ServerHandlers['elicit'] };
}

/** Calls a tool, unless the started server turns out to offer another one under its name. */
export async function callOfferedTool(
  { tool, invoker, args, context }: OfferedCall,
  options: CallOfferedToolOptions,
): Promise<Returned> {
  const { definition, questions, userTime, tools, use, isRunning } = options;
  callTool ??= (await import('../calls/call-tool.ts')).callTool;
  const makeCall = callTool;
  if (!isRunning()) context.progress(`Starting ${definition.title ?? definition.name}`);
  const terms = callTerms(invoker, context, options);
  const request = async (client: Client) => {
    if (!tools.has(invoker)) throw serverErrors.toolChanged(`${definition.name}:${tool.name}`);
    return makeCall(client, { tool, args, ...terms }, context);
  };
  const waiting = questions.whileOpen(() => context.progress(''));
  const asking = whileAsked(userTime, () => context.beginAsking?.() ?? (() => {}));
  try {
    return await use(request, context.signal, context.askCaller);
  } finally {
    asking.dispose();
    waiting.dispose();
  }
}

/** Kept, because importing a loaded module again would take a fifth of the time of a call (`mcp-calls` in test/bench). */
let callTool: typeof import('../calls/call-tool.ts').callTool | undefined;

function callTerms({ output }: Invoker, { signal }: Context, { definition, ports: { elicit } }: CallPorts) {
  return defined({
    hasTemplates: output !== undefined,
    openPage: elicit && ((page: ElicitRequestURLParams) => elicit(page, { definition, signal })),
  });
}
