import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import { readTools } from '../client/read-tools.ts';
import { readChoice } from '../client/tool-choice.ts';
import { type ClientRequest, checkedBody, checkList, ignoredIn } from '../client-request.ts';
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
  const offered = readTools((tools ?? []) as unknown as readonly JsonObject[]);
  const old = readTools((functions ?? []).map(functionTool), 'functions');
  const choice = readChoice([...offered.tools, ...old.tools], tool_choice ?? oldChoice(function_call));
  const unread: string[] = [];
  return {
    model,
    canisters: normalizeMessages(messages, { timestamp, ignored: unread }),
    ...choice,
    clientTools: new Map([...offered.clientTools, ...old.clientTools]),
    ...normalizeFormat(response_format as JsonObject | undefined, 'response_format'),
    ...(parallel === false ? { parallel } : {}),
    dialect: 'openai-chat',
    options,
    stream: stream ?? false,
    usage: stream_options?.include_usage ?? false,
    ignored: [
      ...unread,
      ...offered.ignored,
      ...choice.ignored,
      ...(typeof n === 'number' && n > 1 ? ['n'] : []),
      ...ignored,
    ],
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
  if (typeof (message.refusal ?? '') !== 'string') return false;
  if (message.function_call && !isNamed(message.function_call)) return false;
  if (role === 'tool' && typeof answered !== 'string') return false;
  if (role === 'function' && typeof name !== 'string') return false;
  const isReadable = content === null || typeof content === 'string' || isListOf(content, isPart);
  return isReadable && (calls === null || isListOf(calls, isCall));
}

function isListOf(value: unknown, isRight: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isRight);
}

function isPart(part: unknown): boolean {
  if (typeof part === 'string') return true;
  if (!isJsonObject(part)) return false;
  const { type, image_url: image, file = part } = part;
  if (type === 'text') return typeof part.text === 'string';
  if (type === 'image_url') return typeof (isJsonObject(image) ? image.url : image) === 'string';
  if (type === 'file') return isJsonObject(file);
  return type === 'refusal' ? typeof part.refusal === 'string' : typeof type === 'string';
}

function isCall(call: unknown): boolean {
  if (!isJsonObject(call) || typeof call.id !== 'string') return false;
  const { type, function: named, custom } = call;
  if (type === 'custom')
    return isJsonObject(custom) && typeof custom.name === 'string' && typeof custom.input === 'string';
  return isNamed(named);
}

function isNamed(call: unknown): boolean {
  return isJsonObject(call) && typeof call.name === 'string' && typeof call.arguments === 'string';
}

/** The form of 2023. */
function functionTool(named: object): JsonObject {
  return { ...named, type: 'function' };
}

function oldChoice(choice: ChatCompletionCreateParams['function_call']): unknown {
  return isJsonObject(choice) ? functionTool(choice) : choice;
}
