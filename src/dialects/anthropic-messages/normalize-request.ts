import type Anthropic from '@anthropic-ai/sdk';
import { errors } from '../../converser/ground/errors.ts';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import { type Canister, ordinaryMarks } from '../../converser/words/canister/canister.ts';
import type { Content } from '../../converser/words/canister/content.ts';
import type { ToolDefinition } from '../../converser/words/models/provider.ts';
import { objectSchema } from '../call-arguments.ts';
import { checkPairs, type Paired } from '../check-pairs.ts';
import { readChoice } from '../client/tool-choice.ts';
import {
  type ClientRequest,
  type ClientTool,
  checkedBody,
  checkedName,
  checkList,
  checkPresent,
  shortName,
} from '../client-request.ts';
import { normalizeFormat } from '../reply-format.ts';
import { normalizeContent } from './normalize-content.ts';
import { normalizeMessage } from './normalize-message.ts';
import { clientRunTool } from './tools/client-run-tools.ts';

export function normalizeRequest(
  body: unknown,
  { timestamp }: { readonly timestamp: string },
): ClientRequest {
  const { model, messages, system, tools, tool_choice: choice, stream, ...others } = checked(body);
  const { cache_control: _marker, output_config: output, ...options } = others;
  const { format, ...work } = isJsonObject(output) ? (output as unknown as JsonObject) : {};
  const offered = readChoice((tools ?? []).flatMap(normalizeTool), choice);
  const ignored: string[] = [];
  return {
    model,
    canisters: [
      ...normalizeSystem(system, { timestamp, ignored }),
      ...messages.flatMap((message, at) =>
        normalizeMessage(message, {
          prefix: `m${at}`,
          timestamp,
          path: `messages[${at}].content`,
          ignored,
        }),
      ),
    ],
    ...offered,
    clientTools: new Map((tools ?? []).flatMap(renamedTool)),
    ...normalizeFormat(format, 'output_config.format'),
    dialect: 'anthropic-messages',
    options: {
      ...(options as unknown as JsonObject),
      ...(Object.keys(work).length === 0 ? {} : { output_config: work }),
    },
    stream: stream ?? false,
    ignored: [
      ...ignored,
      ...messages.flatMap(ignoredWishes),
      ...(tools ?? []).flatMap(ignoredTool),
      ...offered.ignored,
    ],
  };
}

const messageRule = 'a message with a role, and with content that is a string or an array of blocks';

function checked(body: unknown): Anthropic.MessageCreateParams {
  const { messages, tools = null, system = null } = checkedBody(body);
  checkList(messages, { path: 'messages', isRight: isMessage, rule: messageRule });
  if (system !== null && !isContent(system)) {
    throw errors.badArguments('system: must be a string or an array of blocks.');
  }
  if (tools !== null) checkList(tools, { path: 'tools', isRight: isJsonObject, rule: 'an object' });
  for (const [at, tool] of ((tools ?? []) as readonly JsonObject[]).entries())
    checkTool(tool, `tools[${at}]`);
  const params = body as unknown as Anthropic.MessageCreateParams;
  checkPairs(params.messages.flatMap(pairedIn));
  return params;
}

function pairedIn({ content }: Anthropic.MessageParam, at: number): readonly Paired[] {
  if (typeof content === 'string') return [];
  return content.flatMap((block, nth): readonly Paired[] => {
    const path = `messages[${at}].content[${nth}]`;
    if (block.type === 'tool_use') return [{ kind: 'call', id: block.id, path: `${path}.id` }];
    if (block.type !== 'tool_result') return [];
    return [{ kind: 'result', id: block.tool_use_id, path: `${path}.tool_use_id` }];
  });
}

function isMessage(message: unknown): boolean {
  if (!isJsonObject(message)) return false;
  const { role, content } = message;
  return (role === 'user' || role === 'assistant' || role === 'system') && isContent(content);
}

/** Tools of the vendor’s own types have no schema. */
function checkTool({ type, name, description = '', input_schema: schema }: JsonObject, path: string): void {
  if (schema == null && type != null && type !== 'custom') return;
  checkedName(name, `${path}.name`);
  checkPresent(schema, `${path}.input_schema`);
  if (!isJsonObject(schema) || typeof description !== 'string')
    throw errors.badArguments(`${path}: must have a schema that is an object, and a description as text.`);
}

function normalizeSystem(
  system: Anthropic.MessageCreateParams['system'],
  { timestamp, ignored }: { readonly timestamp: string; readonly ignored: string[] },
): readonly Canister[] {
  const content = normalizeContent(system ?? [], { path: 'system', ignored }).flatMap(withoutMetadata);
  if (content.length === 0) return [];
  return [{ id: 'system', timestamp, marks: ordinaryMarks, role: 'supervisor', content }];
}

/** Claude Code’s first line is for the vendor’s accounting. It differs in each request, so no cache would hold. */
function withoutMetadata(part: Content): readonly Content[] {
  if (part.type !== 'text') return [part];
  const told = part.text.replace(/^(?:x-anthropic-[\w-]+:.*\n*)+/, '');
  return told === '' ? [] : [{ ...part, text: told }];
}

function normalizeTool(tool: Anthropic.ToolUnion): readonly ToolDefinition[] {
  if (!('input_schema' in tool) || !isJsonObject(tool.input_schema)) {
    const known = clientRunTool(tool);
    return known === undefined ? [] : [known];
  }
  const { name, description = '', input_schema: schema } = tool;
  return [{ name: shortName(name), description, inputSchema: objectSchema(schema as unknown as JsonObject) }];
}

function renamedTool(tool: Anthropic.ToolUnion): readonly (readonly [string, ClientTool])[] {
  const name = 'name' in tool ? tool.name : '';
  const short = shortName(name);
  return short === name || name === '' ? [] : [[short, { name }]];
}

function ignoredTool(tool: Anthropic.ToolUnion, at: number): readonly string[] {
  const kind = 'type' in tool && typeof tool.type === 'string' ? ` (${tool.type})` : '';
  return normalizeTool(tool).length === 0 ? [`tools[${at}]${kind}`] : [];
}

/** Late instructions may also change options, from there on. */
function ignoredWishes(
  { role, content: _, ...wishes }: Anthropic.MessageParam,
  at: number,
): readonly string[] {
  return role === 'system' ? Object.keys(wishes).map(name => `messages[${at}].${name}`) : [];
}

type Check = (value: unknown) => boolean;

const isText: Check = value => typeof value === 'string';
const isTextOrNothing: Check = value => value == null || typeof value === 'string';

const needs: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  text: { text: isText },
  image: { source: isSource },
  document: { source: isSource, title: isTextOrNothing },
  search_result: { title: isText, source: isText, content: isContent },
  tool_use: { id: isText, name: isText },
  tool_result: { tool_use_id: isText, content: value => value === undefined || isContent(value) },
  redacted_thinking: { data: isText },
};

const sourceNeeds: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  base64: { data: isText, media_type: isText },
  text: { data: isText, media_type: isText },
  url: { url: isText },
  file: { file_id: isText },
  content: { content: isContent },
};

function isContent(content: unknown): boolean {
  return typeof content === 'string' || (Array.isArray(content) && content.every(isBlock));
}

function isBlock(block: unknown): boolean {
  if (!isJsonObject(block) || typeof block.type !== 'string') return false;
  return has(block, Object.hasOwn(needs, block.type) ? needs[block.type] : {});
}

function isSource(source: unknown): boolean {
  if (!isJsonObject(source) || typeof source.type !== 'string') return false;
  return Object.hasOwn(sourceNeeds, source.type) && has(source, sourceNeeds[source.type]);
}

function has(object: JsonObject, fields: Readonly<Record<string, Check>> = {}): boolean {
  return Object.entries(fields).every(([name, check]) => check(object[name]));
}
