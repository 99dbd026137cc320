import type { JsonObject } from '../../converser/ground/json/json.ts';
import { cutText } from '../../converser/ground/wording/cut-text.ts';
import type { ToolDefinition } from '../../converser/words/models/provider.ts';
import { estimateText } from '../../converser/words/spending/estimate-tokens.ts';
import { compactSchema } from '../../converser/words/tool-text/describe-tool.ts';
import { createToolNames } from './tool-names.ts';

/** The describer gives a model that knows only signatures the full descriptions of tools. Only models see it. */
export function describerOf(tools: readonly ToolDefinition[]): ToolDefinition {
  const taken = new Set(tools.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  let name = 'describe_tool';
  for (let at = 2; taken.has(name); at++) name = `describe_tool_${at}`;
  return {
    name,
    description:
      'Shows you the full descriptions and JSON Schemas of tools. The lines below are shortened: call it before you call a tool of whose arguments or effects you are not sure.',
    inputSchema: {
      type: 'object',
      // Models write a single name without brackets.
      properties: { names: { type: ['array', 'string'], items: { type: 'string' } } },
      required: ['names'],
    },
  };
}

export interface DescribeOptions {
  readonly tools: readonly ToolDefinition[];
  readonly room: number;
}

/** JSON keeps the words of a client or a server within their strings. */
export function describeTools(names: readonly string[], { tools, room }: DescribeOptions): JsonObject {
  const known = createToolNames(tools);
  const unknown: string[] = [];
  const omitted: string[] = [];
  const entries: JsonObject[] = [];
  let left = room;
  for (const name of new Set(names.slice(0, mostNames))) {
    const tool = tools.find(each => each.name === known.resolve(name));
    if (tool === undefined) {
      unknown.push(name.slice(0, 64));
      continue;
    }
    const entry = entryWithin(tool, left);
    if (entry === undefined) omitted.push(tool.name);
    else {
      left -= costOf(entry);
      entries.push(entry);
    }
  }
  return {
    tools: entries,
    ...(omitted.length > 0 && { too_long_to_show_now: omitted }),
    ...(unknown.length > 0 && { unknown }),
  };
}

const mostNames = 100;

const fewestCharacters = 80;

function entryWithin(tool: ToolDefinition, room: number): JsonObject | undefined {
  const whole = entryOf(tool, tool.description);
  const cost = costOf(whole);
  if (cost <= room) return whole;
  const without = costOf(entryOf(tool, ''));
  // The margin is for parts of a text that differ.
  const share = ((room - without) / (cost - without)) * 0.9;
  const limit = Math.floor(tool.description.length * share);
  if (!(limit >= fewestCharacters)) return undefined;
  const cut = entryOf(tool, cutText(tool.description, { limit, readOn: '' }));
  return costOf(cut) <= room ? cut : undefined;
}

function entryOf({ name, inputSchema }: ToolDefinition, description: string): JsonObject {
  return { name, description, arguments: compactSchema(inputSchema) };
}

function costOf(entry: JsonObject): number {
  return estimateText(JSON.stringify(entry));
}
