import {
  type CallToolResult,
  type Client,
  type ElicitRequestURLParams,
  type ElicitResult,
  type Progress,
  type RequestOptions,
  type Tool,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/client';
import { type Context, type Returned, reply } from '../../../converser/ensemble/invoker.ts';
import type { JsonObject } from '../../../converser/json/json.ts';
import { normalizeResult } from './normalize-result.ts';
import { readableResult } from './readable-result.ts';
import type { Spill } from './spill.ts';
import { isUnreadable, unreadableResult } from './unreadable-result.ts';

/** One call of one tool. */
export interface ToolCall {
  readonly tool: Tool;
  readonly args: JsonObject;
  /** Milliseconds after which nobody waits any more; who called has limits of their own. */
  readonly limit: number;
  /** The person has templates for what the tool returns. */
  readonly hasTemplates: boolean;
  /** Keeps what is too long. Absent: it is cut like every result. */
  readonly spill?: Spill;
  /** Sends the person to a page where something has to be done first. Absent: nobody can be sent anywhere. */
  readonly visit?: (page: ElicitRequestURLParams) => Promise<ElicitResult>;
}

/** Calls a tool, tells how far it is, and makes a result of what it says. Rejects when no answer came. */
export async function callTool(
  client: Client,
  { tool, args, limit, visit, ...options }: ToolCall,
  { signal, progress }: Pick<Context, 'signal' | 'progress'>,
): Promise<Returned> {
  try {
    const result = await ask(client, tool, {
      params: { name: tool.name, arguments: args },
      // When the signal aborts, the library tells the server that nobody waits any more.
      signal,
      timeout: limit,
      onprogress: told => progress(wordsOf(told), fractionOf(told)),
    });
    return await normalizeResult(result, { tool, ...options });
  } catch (cause) {
    if (isUnreadable(cause)) return unreadableResult(cause, tool.name);
    if (!(cause instanceof UrlElicitationRequiredError)) throw cause;
    return await visitFirst(cause, { name: tool.name, visit });
  }
}

interface Question extends RequestOptions {
  readonly params: { readonly name: string; readonly arguments: JsonObject };
}

/**
 * In the newer era there is more to a call than its request. In the older there is not, and it is made here: the
 * library would look up anew for each call what results are held against, which costs it a fifth of the call.
 */
function ask(client: Client, tool: Tool, { params, ...options }: Question): Promise<CallToolResult> {
  const { name } = params;
  const written = { name, arguments: { ...params.arguments } };
  return client.getProtocolEra() === 'modern'
    ? client.callTool(written, { ...options, toolDefinition: withoutOutput(tool) })
    : client.request({ method: 'tools/call', params: written }, readableResult, options);
}

/**
 * The library tells of each round in which it has a server's questions answered, by the same way as of what the server
 * tells, and marks it by nothing but its words. The person has the questions before them.
 */
function wordsOf({ progress, message = '' }: Progress): string {
  return message === `Fulfilling input required by 'tools/call' (round ${progress})` ? '' : message;
}

function fractionOf({ progress, total }: Progress): number | undefined {
  return total === undefined || total <= 0 ? undefined : progress / total;
}

const bare = new WeakMap<Tool, Tool>();

/**
 * Results are held against what a tool promises by our own checker, which says what is wrong in a way that models
 * understand, and makes a failure of this call rather than of the connection.
 */
function withoutOutput(tool: Tool): Tool {
  const known = bare.get(tool);
  if (known !== undefined) return known;
  const { outputSchema: _, ...others } = tool;
  bare.set(tool, others);
  return others;
}

interface VisitOptions {
  readonly name: string;
  readonly visit: ToolCall['visit'];
}

/**
 * The server wants the person to do something on a page before it works. When that is done is not told to us, so the
 * call is left to be made again.
 * https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
async function visitFirst(
  { elicitations, message }: UrlElicitationRequiredError,
  { name, visit }: VisitOptions,
): Promise<Returned> {
  const answers: string[] = [];
  for (const page of elicitations) answers.push((await visit?.(page))?.action ?? 'decline');
  const isSent = answers.length > 0 && answers.every(action => action === 'accept');
  const said = isSent
    ? `${name} was not carried out: the user was sent to a page to do something there first. Ask them whether that is done, then call again.`
    : `${name} was not carried out: the user has to do something on a page of the server first, and was not sent there. ${message}`;
  return reply({ content: [], failure: { kind: 'execution', message: said } });
}
