import type { Client, ElicitRequestURLParams } from '@modelcontextprotocol/client';
import { type UserTime, whileAsked } from '../../../converser/call/invocation/user-time.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { Returned } from '../../../converser/words/ensemble/invoker.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import type { ToolCall } from '../calls/call-tool.ts';
import type { ServerHandlers } from '../connection/connection-ports.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { UseServer } from '../server/use-server.ts';
import type { OfferedTools } from './offered-tools.ts';
import type { PendingQuestions } from './pending-questions.ts';

export interface CallOfferedToolOptions {
  readonly definition: ServerDefinition;
  readonly elicit: ServerHandlers['elicit'] | undefined;
  readonly questions: PendingQuestions;
  readonly userTime: UserTime;
  readonly tools: Pick<OfferedTools, 'has'>;
  readonly isRunning: () => boolean;
  readonly use: UseServer;
}

export async function callOfferedTool(call: ToolCall, options: CallOfferedToolOptions): Promise<Returned> {
  const { tool, invoker, context } = call;
  const { definition, elicit, questions, userTime, tools, use, isRunning } = options;
  callTool ??= (await import('../calls/call-tool.ts')).callTool;
  const makeCall = callTool;
  if (!isRunning()) context.progress(`Starting ${definition.title ?? definition.name}`);
  const { signal } = context;
  const openPage = elicit && ((page: ElicitRequestURLParams) => elicit(page, { definition, signal }));
  const request = async (client: Client) => {
    if (!tools.has(invoker)) throw serverErrors.toolChanged(`${definition.name}:${tool.name}`);
    return makeCall(client, call, defined({ openPage }));
  };
  const waiting = questions.whileOpen(() => context.progress(''));
  const asking = whileAsked(userTime, () => context.beginAsking?.() ?? (() => {}));
  try {
    return await use(request, signal, context.askCaller);
  } finally {
    asking.dispose();
    waiting.dispose();
  }
}

/** Importing a loaded module again would take a fifth of the time of a call (`mcp-calls` in test/bench). */
let callTool: typeof import('../calls/call-tool.ts').callTool | undefined;
