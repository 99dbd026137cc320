import type { ChatCompletionCreateParams, ChatCompletionTool } from 'openai/resources/chat/completions';
import { errors } from '../../converser/errors.ts';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/models/provider.ts';
import { objectSchema } from '../call-arguments.ts';
import { type ClientRequest, checkedBody } from '../client-request.ts';
import { normalizeMessages } from './normalize-messages.ts';

export interface NormalizedRequest extends ClientRequest {
  /** Whether the client wants the usage at the end of the stream. */
  readonly usage: boolean;
}

/**
 * A client's request as ours. Tools that are not functions are left out. Throws `bad-arguments` for an invalid body.
 */
export function normalizeRequest(
  body: unknown,
  { timestamp }: { readonly timestamp: string },
): NormalizedRequest {
  const { model, messages, stream, stream_options, ...rest } = checked(body);
  const { tools, functions, tool_choice, function_call, response_format, ...options } = rest;
  const old = (functions ?? []).map(each => ({ type: 'function', function: each }) as const);
  const offered = [...(tools ?? []), ...old].flatMap(normalizeTool);
  return {
    model,
    canisters: normalizeMessages(messages, timestamp),
    ...chosen(offered, tool_choice ?? oldChoice(function_call)),
    ...normalizeFormat(response_format, { options: options as JsonObject, hasTools: offered.length > 0 }),
    stream: stream ?? false,
    usage: stream_options?.include_usage ?? false,
  };
}

function checked(body: unknown): ChatCompletionCreateParams {
  const { messages, tools } = checkedBody(body);
  if (!Array.isArray(messages) || !messages.every(isMessage)) {
    throw errors.badArguments(
      'messages: must be an array of messages, each with a known role and content that is a string or an array of parts.',
    );
  }
  if (tools !== undefined && tools !== null && !(Array.isArray(tools) && tools.every(isJsonObject))) {
    throw errors.badArguments('tools: must be an array of objects.');
  }
  return body as unknown as ChatCompletionCreateParams;
}

const roles: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

function isMessage(message: unknown): boolean {
  if (!isJsonObject(message) || !roles.includes(message.role)) return false;
  const { content = null, tool_calls: calls = null } = message;
  const isReadable = content === null || typeof content === 'string' || isListOf(content, isPart);
  return isReadable && (calls === null || isListOf(calls, isCall));
}

function isListOf(value: unknown, isRight: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isRight);
}

function isPart(part: unknown): boolean {
  if (!isJsonObject(part)) return false;
  if (part.type === 'text') return typeof part.text === 'string';
  if (part.type === 'refusal') return typeof part.refusal === 'string';
  if (part.type === 'image_url')
    return isJsonObject(part.image_url) && typeof part.image_url.url === 'string';
  return part.type === 'file' ? isJsonObject(part.file) : typeof part.type === 'string';
}

function isCall(call: unknown): boolean {
  if (!isJsonObject(call) || typeof call.id !== 'string') return false;
  const { type, function: named } = call;
  if (type !== 'function') return true;
  return isJsonObject(named) && typeof named.name === 'string' && typeof named.arguments === 'string';
}

function normalizeTool(tool: ChatCompletionTool): readonly ToolDefinition[] {
  if (tool.type !== 'function') return [];
  const { name, description = '', parameters = {} } = tool.function;
  return [{ name, description, inputSchema: objectSchema(parameters as JsonObject) }];
}

/** `ModelRequest` has no field for a strict schema, or for one beside tools. Both stay in the options. */
function normalizeFormat(
  format: ChatCompletionCreateParams['response_format'] | null,
  { options, hasTools }: { readonly options: JsonObject; readonly hasTools: boolean },
): Pick<ModelRequest, 'replySchema' | 'options'> {
  if (format === undefined || format === null) return { options };
  const { schema, strict } = format.type === 'json_schema' ? Object(format.json_schema) : {};
  if (isJsonObject(schema) && strict !== true && !hasTools) return { replySchema: schema, options };
  return { options: { ...options, response_format: format as unknown as JsonObject } };
}

type Choice = ChatCompletionCreateParams['tool_choice'];

function oldChoice(choice: ChatCompletionCreateParams['function_call']): Choice {
  return typeof choice === 'object' ? { type: 'function', function: choice } : choice;
}

/** A choice of certain tools means that only those are offered. */
function chosen(
  tools: readonly ToolDefinition[],
  choice: Choice,
): Pick<ModelRequest, 'tools' | 'toolChoice'> {
  if (choice === undefined || choice === null || choice === 'auto') return { tools };
  if (choice === 'none') return { tools: [] };
  if (choice === 'required') return { tools, toolChoice: 'required' };
  const names = namesIn(choice);
  const isOptional = choice.type === 'allowed_tools' && choice.allowed_tools.mode === 'auto';
  return {
    tools: tools.filter(({ name }) => names.includes(name)),
    toolChoice: isOptional ? 'auto' : 'required',
  };
}

function namesIn(choice: Exclude<Choice, string | undefined>): readonly unknown[] {
  if (choice.type === 'function') return [choice.function.name];
  if (choice.type === 'custom') return [choice.custom.name];
  return choice.allowed_tools.tools.map(tool =>
    isJsonObject(tool.function) ? tool.function.name : undefined,
  );
}
