import { isJsonObject, type JsonObject, type JsonValue } from '../../src/converser/ground/json/json.ts';
import type { OllamaModel } from './ollama-server.ts';
import { holdsHalfCharacter } from './wire-complaints.ts';

export interface OllamaComplaint {
  readonly status: number;
  readonly error: string;
}

/**
 * What Ollama says to a request of `/api/chat`, by `ChatHandler` in its `server/routes.go` and the types in `api/types.go`. It
 * passes over fields and options that it doesn't know; this one refuses them, so that none is sent in vain.
 */
export function ollamaComplaint(
  body: JsonObject,
  models: Readonly<Record<string, OllamaModel>>,
): OllamaComplaint | undefined {
  const { model: name, tools, think } = body;
  if (typeof name !== 'string' || name === '') return { status: 400, error: 'model is required' };
  const model = models[name];
  if (model === undefined) return { status: 404, error: `model '${name}' not found` };
  const { capabilities = ['completion', 'tools', 'vision', 'thinking'] } = model;
  const wrong = malformed(body);
  if (wrong !== undefined) return { status: 400, error: wrong };
  if (think !== undefined && think !== false && !capabilities.includes('thinking'))
    return { status: 400, error: `"${name}" does not support thinking` };
  if (Array.isArray(tools) && tools.length > 0 && !capabilities.includes('tools'))
    return { status: 400, error: `registry.ollama.ai/library/${name} does not support tools` };
  return undefined;
}

function malformed({
  messages,
  tools = [],
  options = {},
  think,
  format,
  ...others
}: JsonObject): string | undefined {
  if (holdsHalfCharacter({ messages, tools, options })) return 'lone surrogate';
  const unknown = Object.keys(others).find(name => !fields.includes(name));
  if (unknown !== undefined) return `unknown field ${unknown}`;
  if (!Array.isArray(messages)) return cannot('messages');
  if (!isThink(think))
    return 'think must be a boolean or string ("high", "medium", "low", "max", true, or false)';
  if (format !== undefined && format !== 'json' && !isJsonObject(format)) return cannot('format');
  return (
    firstOf(messages, wrongMessage) ??
    (Array.isArray(tools) ? firstOf(tools, wrongTool) : cannot('tools')) ??
    (isJsonObject(options) ? wrongOption(options) : cannot('options'))
  );
}

const fields = ['model', 'stream', 'keep_alive', 'truncate', 'shift', 'logprobs', 'top_logprobs'];

function cannot(field: string): string {
  return `json: cannot unmarshal into Go struct field ChatRequest.${field}`;
}

function firstOf(list: readonly JsonValue[], wrong: (item: JsonValue) => string | undefined) {
  return list.map(wrong).find(each => each !== undefined);
}

function isThink(think: JsonValue | undefined): boolean {
  return [undefined, true, false, 'low', 'medium', 'high', 'max'].some(value => value === think);
}

const messageFields = ['role', 'content', 'thinking', 'images', 'tool_calls', 'tool_name', 'tool_call_id'];

function wrongMessage(message: JsonValue): string | undefined {
  if (!isJsonObject(message)) return cannot('messages');
  const { role, content, images = [], thinking = '', tool_calls: calls = [] } = message;
  const unknown = Object.keys(message).find(name => !messageFields.includes(name));
  if (unknown !== undefined) return `unknown field messages.${unknown}`;
  if (!['system', 'user', 'assistant', 'tool'].includes(String(role))) return `invalid role: ${String(role)}`;
  if (typeof content !== 'string' || typeof thinking !== 'string') return cannot('messages.content');
  if (!Array.isArray(images) || !images.every(isBase64)) return cannot('messages.images');
  if (role === 'tool' && typeof message.tool_name !== 'string') return 'a result without tool_name';
  return Array.isArray(calls) ? firstOf(calls, wrongCall) : cannot('messages.tool_calls');
}

function isBase64(image: JsonValue): boolean {
  return typeof image === 'string' && image !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(image);
}

function wrongCall(call: JsonValue): string | undefined {
  const called = isJsonObject(call) && isJsonObject(call.function) ? call.function : {};
  if (typeof called.name !== 'string') return cannot('messages.tool_calls.function.name');
  return isJsonObject(called.arguments) ? undefined : cannot('messages.tool_calls.function.arguments');
}

function wrongTool(tool: JsonValue): string | undefined {
  const called = isJsonObject(tool) && isJsonObject(tool.function) ? tool.function : {};
  const { name, description = '', parameters } = called;
  if (typeof name !== 'string' || typeof description !== 'string') return cannot('tools.function');
  if (!isJsonObject(parameters) || typeof parameters.type !== 'string')
    return cannot('tools.function.parameters');
  return wrongProperties(parameters) ?? wrongRequired(parameters);
}

/** Each is a `ToolProperty`. */
function wrongProperties({ properties }: JsonObject): string | undefined {
  if (properties === undefined) return undefined;
  if (!isJsonObject(properties)) return cannot('tools.function.parameters.properties');
  return firstOf(Object.values(properties), wrongProperty);
}

function wrongRequired({ required = [] }: JsonObject): string | undefined {
  const isRight = Array.isArray(required) && required.every(name => typeof name === 'string');
  return isRight ? undefined : cannot('tools.function.parameters.required');
}

function wrongProperty(property: JsonValue): string | undefined {
  if (!isJsonObject(property)) return cannot('tools.function.parameters.properties');
  const { type = [], description = '', enum: choices = [], anyOf = [] } = property;
  const types = [type].flat();
  if (!types.every(each => typeof each === 'string')) return cannot('tools.function.parameters.type');
  if (typeof description !== 'string' || !Array.isArray(choices) || !Array.isArray(anyOf))
    return cannot('tools.function.parameters');
  return firstOf(anyOf, wrongProperty) ?? wrongProperties(property) ?? wrongRequired(property);
}

const numbers = 'temperature top_p min_p typical_p repeat_penalty presence_penalty frequency_penalty'.split(
  ' ',
);
const integers = 'num_ctx num_predict num_keep num_batch num_gpu num_thread seed top_k repeat_last_n'.split(
  ' ',
);

function wrongOption(options: JsonObject): string | undefined {
  for (const [name, value] of Object.entries(options)) {
    const [isRight, type] = optionKind(name, value);
    if (type === undefined) return `invalid option provided: ${name}`;
    if (!isRight) return `option "${name}" must be of type ${type}`;
  }
  return undefined;
}

function optionKind(name: string, value: JsonValue): readonly [isRight: boolean, type?: string] {
  if (name === 'stop')
    return [Array.isArray(value) && value.every(each => typeof each === 'string'), 'array'];
  if (numbers.includes(name)) return [typeof value === 'number', 'float32'];
  return integers.includes(name) ? [Number.isInteger(value), 'integer'] : [false];
}
