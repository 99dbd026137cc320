import type { FunctionTool, ResponseCreateParams, ResponseInput } from 'openai/resources/responses/responses';
import { type Canister, ordinaryMarks } from '../../converser/canister/canister.ts';
import { text } from '../../converser/canister/content.ts';
import { errors } from '../../converser/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/json/json.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/models/provider.ts';
import { objectSchema } from '../call-arguments.ts';
import { type ClientRequest, checkedBody } from '../client-request.ts';
import { normalizeInput } from './normalize-input.ts';

/**
 * A client's request as ours. Tools that are not functions are left out. Throws `bad-arguments` for an invalid body
 * and for one that continues a stored response.
 */
export function normalizeRequest(
  body: unknown,
  { timestamp }: { readonly timestamp: string },
): ClientRequest {
  const { model, input, instructions, stream, tools, tool_choice, ...options } = checked(body);
  const { include: _include, store: _store, stream_options: _stream, text: said, ...kept } = options;
  const offered = (tools ?? []).filter(tool => tool.type === 'function').map(normalizeTool);
  return {
    model,
    canisters: [...supervisor(instructions, timestamp), ...normalizeInput(input, timestamp)],
    ...chosen(offered, tool_choice),
    ...normalizeText(said, { options: kept as JsonObject, hasTools: offered.length > 0 }),
    stream: stream ?? false,
  };
}

interface Checked extends Omit<ResponseCreateParams, 'model' | 'input' | 'previous_response_id'> {
  readonly model: string;
  readonly input: string | ResponseInput;
}

function checked(body: unknown): Checked {
  const { model, input, tools = null, previous_response_id: previous = null, ...others } = checkedBody(body);
  if (typeof input !== 'string' && !(Array.isArray(input) && input.every(isItem)))
    throw errors.badArguments('input: must be a string or an array of items.');
  if (tools !== null && !(Array.isArray(tools) && tools.every(isJsonObject)))
    throw errors.badArguments('tools: must be an array of objects.');
  if (previous !== null)
    throw errors.badArguments('previous_response_id: responses are not stored. Send the whole input.');
  return { ...others, tools, model, input } as unknown as Checked;
}

function isItem(item: JsonValue): boolean {
  if (!isJsonObject(item)) return false;
  if (item.type === 'function_call')
    return [item.call_id, item.name, item.arguments].every(field => typeof field === 'string');
  if (item.type === 'function_call_output') return typeof item.call_id === 'string';
  return typeof item.role === 'string' || typeof item.type === 'string';
}

function supervisor(instructions: string | null | undefined, timestamp: string): readonly Canister[] {
  if (!instructions) return [];
  const content = [text(instructions)];
  return [{ id: 'instructions', timestamp, marks: ordinaryMarks, role: 'supervisor', content }];
}

function normalizeTool({ name, description, parameters }: FunctionTool): ToolDefinition {
  const inputSchema = objectSchema((parameters ?? {}) as JsonObject);
  return { name, description: description ?? '', inputSchema };
}

/** `ModelRequest` has no field for a strict schema, or for one beside tools. Both stay in the options. */
function normalizeText(
  said: ResponseCreateParams['text'],
  { options, hasTools }: { readonly options: JsonObject; readonly hasTools: boolean },
): Pick<ModelRequest, 'replySchema' | 'options'> {
  if (!isJsonObject(said)) return { options };
  const { format, ...others } = said as unknown as JsonObject;
  const isOurs = isJsonObject(format) && format.type === 'json_schema' && format.strict !== true && !hasTools;
  if (!isOurs || !isJsonObject(format.schema)) return { options: { ...options, text: said as JsonObject } };
  const rest = Object.keys(others).length === 0 ? {} : { text: others };
  return { replySchema: format.schema, options: { ...options, ...rest } };
}

/** A choice of certain tools means that only those are offered. */
function chosen(
  tools: readonly ToolDefinition[],
  choice: ResponseCreateParams['tool_choice'],
): Pick<ModelRequest, 'tools' | 'toolChoice'> {
  if (choice === 'none') return { tools: [] };
  if (choice === 'required') return { tools, toolChoice: 'required' };
  if (typeof choice !== 'object') return { tools };
  if (choice.type === 'function')
    return { tools: tools.filter(({ name }) => name === choice.name), toolChoice: 'required' };
  if (choice.type !== 'allowed_tools') return { tools };
  const names = choice.tools.map(tool => tool.name);
  return { tools: tools.filter(({ name }) => names.includes(name)), toolChoice: choice.mode };
}
