import type Anthropic from '@anthropic-ai/sdk';
import { type Canister, ordinaryMarks } from '../../converser/canister/canister.ts';
import { errors } from '../../converser/errors.ts';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/models/provider.ts';
import { objectSchema } from '../call-arguments.ts';
import { type ClientRequest, checkedBody } from '../client-request.ts';
import { isContent } from './check-blocks.ts';
import { normalizeContent } from './normalize-content.ts';
import { normalizeMessage } from './normalize-message.ts';

/**
 * A client's request as ours. Tools that the server itself runs are left out. Throws `bad-arguments` for an invalid
 * body.
 */
export function normalizeRequest(
  body: unknown,
  { timestamp }: { readonly timestamp: string },
): ClientRequest {
  const params = checked(body);
  const { model, messages, system, tools, tool_choice: choice, stream, ...others } = params;
  const { cache_control: _marker, metadata: _metadata, output_config: output, ...options } = others;
  const { kept, ...toolChoice } = normalizeToolChoice(choice);
  return {
    model,
    canisters: [
      ...normalizeSystem(system, timestamp),
      ...messages.flatMap((message, at) => normalizeMessage(message, { prefix: `m${at}`, timestamp })),
    ],
    tools: choice?.type === 'none' ? [] : (tools ?? []).flatMap(normalizeTool),
    ...toolChoice,
    ...normalizeOutput(output, { ...(options as unknown as JsonObject), ...kept }),
    stream: stream ?? false,
  };
}

function checked(body: unknown): Anthropic.MessageCreateParams {
  const { messages, tools, system } = checkedBody(body);
  if (!Array.isArray(messages) || !messages.every(isMessage)) {
    throw errors.badArguments(
      'messages: must be an array of messages, each with a role and content that is a string or an array of blocks.',
    );
  }
  if (system !== undefined && !isContent(system)) {
    throw errors.badArguments('system: must be a string or an array of blocks.');
  }
  if (tools !== undefined && !(Array.isArray(tools) && tools.every(isTool))) {
    throw errors.badArguments('tools: must be an array of tools, each with a name.');
  }
  return body as unknown as Anthropic.MessageCreateParams;
}

function isMessage(message: unknown): boolean {
  if (!isJsonObject(message)) return false;
  const { role, content } = message;
  return (role === 'user' || role === 'assistant' || role === 'system') && isContent(content);
}

function isTool(tool: unknown): boolean {
  if (!isJsonObject(tool)) return false;
  const { name, description, input_schema: schema } = tool;
  if (schema === undefined) return true;
  return typeof name === 'string' && (description === undefined || typeof description === 'string');
}

function normalizeSystem(
  system: Anthropic.MessageCreateParams['system'],
  timestamp: string,
): readonly Canister[] {
  const content = normalizeContent(system ?? []);
  if (content.length === 0) return [];
  return [{ id: 'system', timestamp, marks: ordinaryMarks, role: 'supervisor', content }];
}

function normalizeTool(tool: Anthropic.ToolUnion): readonly ToolDefinition[] {
  if (!('input_schema' in tool) || !isJsonObject(tool.input_schema)) return [];
  const { name, description = '', input_schema: schema } = tool;
  return [{ name, description, inputSchema: objectSchema(schema as unknown as JsonObject) }];
}

function normalizeOutput(
  output: Anthropic.OutputConfig | undefined,
  options: JsonObject,
): Pick<ModelRequest, 'replySchema' | 'options'> {
  if (!isJsonObject(output)) return { options };
  const { format, ...others } = output as unknown as JsonObject;
  const schema = isJsonObject(format) && isJsonObject(format.schema) ? { replySchema: format.schema } : {};
  const rest = Object.keys(others).length === 0 ? {} : { output_config: others };
  return { ...schema, options: { ...options, ...rest } };
}

/** What `ModelRequest` has no field for stays in the options. */
function normalizeToolChoice(
  choice: Anthropic.ToolChoice | undefined,
): Pick<ModelRequest, 'toolChoice'> & { readonly kept: JsonObject } {
  if (!isJsonObject(choice) || choice.type === 'none') return { kept: {} };
  const isPlain = choice.type !== 'tool' && choice.disable_parallel_tool_use !== true;
  return {
    toolChoice: choice.type === 'auto' ? 'auto' : 'required',
    kept: isPlain ? {} : { tool_choice: choice as unknown as JsonObject },
  };
}
