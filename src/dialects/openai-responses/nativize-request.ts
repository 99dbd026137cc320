import type { FunctionTool, ResponseCreateParamsStreaming } from 'openai/resources/responses/responses';
import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../converser/ground/json/json.ts';
import { validHistory } from '../../converser/words/canister/valid-history.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/words/models/provider.ts';
import { cacheKeyOf, toolChoiceOf } from '../cache-key.ts';
import { withReferences } from '../found-tools.ts';
import type { NativizeOptions as ChatOptions } from '../openai-chat/nativize-request.ts';
import { optionsFor } from '../options/options-for.ts';
import { anyObject } from '../reply-format.ts';
import { fitSchema } from '../tool-schemas/fit-schema.ts';
import { wellFormed } from '../well-formed.ts';
import { nativizeInput } from './nativize-input.ts';

export interface NativizeOptions extends Omit<ChatOptions, 'usage'> {
  readonly supervisor?: 'system' | 'developer';
  /** Asks for encrypted reasoning. Default true; models that do not reason reject it. */
  readonly reasoning?: boolean;
  /** Sends messages with their phases. Default true; a server may know none. */
  readonly phases?: boolean;
  /** Sends tools after the result that found them; see `takesMoreTools`. Default `false`. */
  readonly moreTools?: boolean;
}

/** The server does not store the reply: https://platform.openai.com/docs/api-reference/responses/create */
export function nativizeRequest(
  request: ModelRequest,
  {
    model,
    reasoning = true,
    phases = true,
    parallel = true,
    cacheKey = false,
    moreTools = false,
    ...more
  }: NativizeOptions,
): ResponseCreateParamsStreaming {
  const { canisters, tools, replySchema, strictReply = false } = request;
  const { options } = optionsFor(request, { dialect: 'openai-responses', model });
  const isSingle = !parallel || request.parallel === false;
  const { canisters: sound, referred } = withReferences(validHistory(canisters), moreTools ? tools : []);
  const [found, atOnce] = [tools.filter(isIn(referred)), tools.filter(tool => !isIn(referred)(tool))];
  const { provider, supervisor = 'developer', images = true, files = false } = more;
  return {
    ...(cacheKey ? cacheKeyOf(request) : {}),
    ...nativizeOptions(options),
    model,
    input: nativizeInput(sound, {
      provider: reasoning ? provider : undefined,
      phases,
      supervisor,
      images,
      files,
      definitions: new Map(found.map(tool => [tool.name, nativizeTool(tool)])),
    }),
    stream: true,
    store: false,
    ...(reasoning ? { include: ['reasoning.encrypted_content'] } : {}),
    ...(tools.length === 0 ? {} : { tools: atOnce.map(nativizeTool) }),
    ...toolChoiceOf(request, cacheKey),
    ...(tools.length > 0 && isSingle ? { parallel_tool_calls: false } : {}),
    ...(replySchema === undefined
      ? {}
      : { text: { ...fieldsOf(options.text), format: nativizeSchema(replySchema, strictReply) } }),
  };
}

function isIn(names: ReadonlySet<string>): (tool: ToolDefinition) => boolean {
  return ({ name }) => names.has(name);
}

/** Requests begin as before, so the cache holds: https://developers.openai.com/api/docs/guides/tools-tool-search */
export function takesMoreTools(model: string): boolean {
  return /^gpt-(?:5\.(?:[4-9]|\d\d)|[6-9]|\d\d)/.test(model);
}

function fieldsOf(text: JsonValue | undefined): JsonObject {
  return isJsonObject(text) ? text : {};
}

/** Schemas are strict only on demand, like the tools. */
function nativizeSchema(schema: JsonSchema, strict: boolean) {
  if (schema === anyObject) return { type: 'json_object' } as const;
  return { type: 'json_schema', name: 'reply', schema: wellFormed(schema), strict } as const;
}

/** Strict schemas allow no optional arguments, and those of MCP servers have them. */
function nativizeTool({ name, description, inputSchema }: ToolDefinition): FunctionTool {
  return {
    type: 'function',
    name,
    description: description.toWellFormed(),
    parameters: wellFormed(fitSchema(inputSchema)),
    strict: false,
  };
}

const leftOut = new Set(
  'input instructions messages stream stream_options tools tool_choice functions function_call include n store stop stop_sequences'.split(
    ' ',
  ),
);

function nativizeOptions(options: JsonObject): JsonObject {
  const kept = Object.entries(options).filter(([name]) => !leftOut.has(name));
  return wellFormed(Object.fromEntries(kept.map(([name, value]) => ownOption(name, value))));
}

function ownOption(name: string, value: JsonValue): readonly [string, JsonValue] {
  if (name === 'max_tokens' || name === 'max_completion_tokens') return ['max_output_tokens', value];
  return name === 'reasoning_effort' ? ['reasoning', { effort: value }] : [name, value];
}
