import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/words/models/provider.ts';
import { objectSchema } from '../call-arguments.ts';
import {
  type ClientRequest,
  type ClientTool,
  checkedBody,
  checkedName,
  checkList,
  checkPresent,
  customTool,
  ignoredIn,
  offerOnly,
  shortName,
} from '../client-request.ts';
import { normalizeFormat } from '../reply-format.ts';
import { normalizeMessages } from './normalize-messages.ts';

export interface NormalizedRequest extends ClientRequest {
  readonly usage: boolean;
}

export function normalizeRequest(
  body: unknown,
  { timestamp }: { readonly timestamp: string },
): NormalizedRequest {
  const { model, messages, stream, stream_options, ...rest } = checked(body);
  const { tools, functions, tool_choice, function_call, response_format, ...more } = rest;
  const { parallel_tool_calls: parallel, n, ...others } = more;
  const { options, ignored } = ignoredIn(others as JsonObject, neverHeeded);
  const old = (functions ?? []).map((each, at) => {
    checkedName(each.name, `functions[${at}].name`);
    return { type: 'function', function: each };
  });
  const offered = normalizeTools([...(tools ?? []), ...old] as unknown as readonly JsonObject[]);
  return {
    model,
    canisters: normalizeMessages(messages, timestamp),
    ...chosen(offered.tools, tool_choice ?? oldChoice(function_call)),
    clientTools: offered.clientTools,
    ...normalizeFormat(response_format as JsonObject | undefined, 'response_format'),
    ...(parallel === false ? { parallel } : {}),
    dialect: 'openai-chat',
    options,
    stream: stream ?? false,
    usage: stream_options?.include_usage ?? false,
    ignored: [...offered.ignored, ...(typeof n === 'number' && n > 1 ? ['n'] : []), ...ignored],
  };
}

const neverHeeded = ['audio', 'modalities', 'logprobs', 'top_logprobs', 'store', 'metadata'];

const rule =
  'a message with a known role, with content that is a string or an array of parts, and with what its role needs';

function checked(body: unknown): ChatCompletionCreateParams {
  const { messages, tools = null, functions = null } = checkedBody(body);
  checkList(messages, { path: 'messages', isRight: isMessage, rule });
  for (const [path, given] of Object.entries({ tools, functions }))
    if (given !== null) checkList(given, { path, isRight: isJsonObject, rule: 'an object' });
  return body as unknown as ChatCompletionCreateParams;
}

const roles: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

function isMessage(message: unknown): boolean {
  if (!isJsonObject(message) || !roles.includes(message.role)) return false;
  const { content = null, tool_calls: calls = null, role, tool_call_id: answered, name } = message;
  if (role === 'tool' && typeof answered !== 'string') return false;
  if (role === 'function' && typeof name !== 'string') return false;
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
  const { type, function: named, custom } = call;
  if (type === 'custom')
    return isJsonObject(custom) && typeof custom.name === 'string' && typeof custom.input === 'string';
  return isJsonObject(named) && typeof named.name === 'string' && typeof named.arguments === 'string';
}

function normalizeTools(tools: readonly JsonObject[]) {
  const found: ToolDefinition[] = [];
  const clientTools = new Map<string, ClientTool>();
  const ignored: string[] = [];
  for (const [at, tool] of tools.entries()) {
    const { type } = tool;
    checkPresent(type, `tools[${at}].type`);
    if (type !== 'function' && type !== 'custom') {
      ignored.push(`tools[${at}]${typeof type === 'string' ? ` (${type})` : ''}`);
      continue;
    }
    checkPresent(tool[type], `tools[${at}].${type}`);
    const { description, parameters, format, ...told } = Object(tool[type]) as JsonObject;
    const own = checkedName(told.name, `tools[${at}].${type}.name`);
    const name = shortName(own);
    const said = typeof description === 'string' ? description : '';
    if (type === 'custom') {
      clientTools.set(name, { name: own, isCustom: true });
      found.push({ name, ...customTool(said, format) });
    } else {
      if (name !== own) clientTools.set(name, { name: own });
      const inputSchema = objectSchema(isJsonObject(parameters) ? parameters : {});
      found.push({ name, description: said, inputSchema });
    }
  }
  return { tools: found, clientTools, ignored };
}

type Choice = ChatCompletionCreateParams['tool_choice'];

function oldChoice(choice: ChatCompletionCreateParams['function_call']): Choice {
  return typeof choice === 'object' ? { type: 'function', function: choice } : choice;
}

function chosen(
  tools: readonly ToolDefinition[],
  choice: Choice | null,
): Pick<ModelRequest, 'tools' | 'toolChoice'> {
  if (choice === 'none') return { tools: [] };
  if (choice === 'required') return { tools, toolChoice: 'required' };
  if (!isJsonObject(choice)) return { tools };
  const { type, allowed_tools: allowed, ...named }: JsonObject = choice;
  if (type !== 'allowed_tools')
    return { tools: offerOnly(tools, [nameIn({ type: type ?? null, ...named })]), toolChoice: 'required' };
  const { mode, tools: some } = isJsonObject(allowed) ? allowed : {};
  const names = Array.isArray(some) ? some.map(nameIn) : [];
  return { tools: offerOnly(tools, names), toolChoice: mode === 'required' ? 'required' : 'auto' };
}

function nameIn(tool: unknown): unknown {
  if (!isJsonObject(tool) || typeof tool.type !== 'string') return undefined;
  const told = tool[tool.type];
  return isJsonObject(told) ? told.name : undefined;
}
