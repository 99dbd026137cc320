import {
  type CallToolResult,
  type Client,
  type ElicitRequestURLParams,
  type ElicitResult,
  type Progress,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
  type Tool,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../converser/ground/json/json.ts';
import { perObject } from '../../../converser/ground/object-memory.ts';
import { shortened } from '../../../converser/ground/wording/cut-text.ts';
import {
  type Context,
  type Invoker,
  type Returned,
  reply,
} from '../../../converser/words/ensemble/invoker.ts';
import { noLimit } from '../connection/connection-ports.ts';
import { complaintsText } from '../connection/invalid-answer.ts';
import { normalizeResult } from './normalize-result.ts';
import { readableResult } from './readable-result.ts';

export interface ToolCall {
  readonly tool: Tool;
  readonly invoker: Invoker;
  readonly args: JsonObject;
  readonly context: Context;
}

export interface ToolCallPorts {
  /** Sends you to a page where you must do something first. Absent if pages can't be opened. */
  readonly openPage?: (page: ElicitRequestURLParams) => Promise<ElicitResult>;
}

export async function callTool(
  client: Client,
  { tool, invoker, args, context: { signal, progress } }: ToolCall,
  { openPage, ...ports }: ToolCallPorts,
): Promise<Returned> {
  try {
    const result = await ask(client, tool, {
      params: { name: tool.name, arguments: args },
      signal,
      timeout: noLimit,
      onprogress: report => progress(progressText(report), fractionOf(report)),
    });
    return await normalizeResult(result, { tool, hasTemplates: invoker.output !== undefined, ...ports });
  } catch (cause) {
    if (isUnreadable(cause)) return unreadableResult(cause, tool.name);
    if (!(cause instanceof UrlElicitationRequiredError)) throw cause;
    return await sendToPage(cause, { name: tool.name, openPage });
  }
}

interface Question extends RequestOptions {
  readonly params: { readonly name: string; readonly arguments: JsonObject };
}

/** Before 2026 calls are requests made here: the library would spend a fifth of the time on the output schema. */
function ask(client: Client, tool: Tool, { params, ...options }: Question): Promise<CallToolResult> {
  const { name } = params;
  const written = { name, arguments: { ...params.arguments } };
  return client.getProtocolEra() === 'modern'
    ? client.callTool(written, { ...options, toolDefinition: withoutOutput(tool) })
    : client.request({ method: 'tools/call', params: written }, readableResult, options);
}

/** The library reports rounds of questions as progress, recognisable only by its text. */
function progressText({ progress, message = '' }: Progress): string {
  return message === `Fulfilling input required by 'tools/call' (round ${progress})` ? '' : message;
}

function fractionOf({ progress, total }: Progress): number | undefined {
  return total === undefined || total <= 0 ? undefined : progress / total;
}

/** Our own checker explains violations to models, and fails the call instead of the connection. */
const withoutOutput = perObject(({ outputSchema: _, ...others }: Tool): Tool => others);

interface SendToPageOptions {
  readonly name: string;
  readonly openPage: ToolCallPorts['openPage'];
}

/** https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error */
async function sendToPage(
  { elicitations, message: said }: UrlElicitationRequiredError,
  { name, openPage }: SendToPageOptions,
): Promise<Returned> {
  const answers: string[] = [];
  for (const page of elicitations) answers.push((await openPage?.(page))?.action ?? 'decline');
  const isSent = answers.length > 0 && answers.every(action => action === 'accept');
  const message = `${name} did not run: its server needs you to complete a step on a web page first.`;
  const failure = isSent
    ? { message, advice: 'The user was sent to that page. Ask whether the step is done, then call again.' }
    : { message: `${message} The page was not opened. ${said}`.trim() };
  return reply({ content: [], failure: { kind: 'execution', ...failure } });
}

const ofResult = /^Invalid result for \S+: (?!input_required )/;

function isUnreadable(cause: unknown): cause is SdkError {
  return (
    cause instanceof SdkError && cause.code === SdkErrorCode.InvalidResult && ofResult.test(cause.message)
  );
}

/** It isn't thrown, because thrown failures may be retried, and the tool has already run. */
function unreadableResult({ message }: SdkError, name: string): Returned {
  const shown = shortened(complaintsText(message.replace(ofResult, '')), longestReason);
  const said = `${name} ran, but its answer isn’t valid MCP and can’t be read (${shown}). Don’t call it again before you know what it did: it could do that twice.`;
  return reply({ content: [], failure: { kind: 'execution', message: said } });
}

/** In characters. */
const longestReason = 300;
