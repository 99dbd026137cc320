import type { ResponseCreateParams } from 'openai/resources/responses/responses';
import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/words/models/provider.ts';
import { objectSchema } from '../call-arguments.ts';
import {
  type ClientTool,
  checkedName,
  checkPresent,
  customTool,
  offerOnly,
  shortName,
} from '../client-request.ts';

export interface NormalizedTools {
  readonly tools: readonly ToolDefinition[];
  readonly clientTools: ReadonlyMap<string, ClientTool>;
  readonly ignored: readonly string[];
}

/** Tools of a client are `function`, `custom` (whose argument is one text), and both inside a `namespace`. */
export function normalizeTools(tools: readonly JsonObject[]): NormalizedTools {
  const found: ToolDefinition[] = [];
  const clientTools = new Map<string, ClientTool>();
  const ignored: string[] = [];

  function add(tool: JsonValue, { path, namespace }: Place): void {
    const type = isJsonObject(tool) ? tool.type : undefined;
    checkPresent(type, `${path}.type`);
    if (!isJsonObject(tool) || !isCallable(tool)) {
      ignored.push(`${path}${typeof type === 'string' ? ` (${type})` : ''}`);
      return;
    }
    const called = checkedName(tool.name, `${path}.name`);
    const name = nameForModels(called, namespace);
    found.push({ ...definitionOf(tool), name });
    const isCustom = type === 'custom';
    if (name === called && !isCustom) return;
    clientTools.set(name, {
      name: called,
      ...(namespace === undefined ? {} : { namespace }),
      ...(isCustom ? { isCustom } : {}),
    });
  }

  for (const [at, tool] of tools.entries()) {
    const path = `tools[${at}]`;
    if (tool.type !== 'namespace' || typeof tool.name !== 'string' || !Array.isArray(tool.tools)) {
      add(tool, { path });
      continue;
    }
    for (const [nth, inner] of tool.tools.entries())
      add(inner, { path: `${path}.tools[${nth}]`, namespace: tool.name });
  }
  return { tools: found, clientTools, ignored };
}

interface Place {
  readonly path: string;
  readonly namespace?: string;
}

function isCallable({ type }: JsonObject): boolean {
  return type === 'function' || type === 'custom';
}

/** The definition of a tool and its calls in the history get the same name. */
export function nameForModels(name: string, namespace: unknown): string {
  if (typeof namespace !== 'string' || namespace === '') return shortName(name);
  return shortName(`${namespace.replace(/_+$/, '')}__${name}`);
}

function definitionOf({ type, description, parameters, format }: JsonObject): Omit<ToolDefinition, 'name'> {
  const said = typeof description === 'string' ? description : '';
  if (type === 'custom') return customTool(said, format);
  return { description: said, inputSchema: objectSchema(isJsonObject(parameters) ? parameters : {}) };
}

export function chosen(
  tools: readonly ToolDefinition[],
  choice: ResponseCreateParams['tool_choice'] | null,
): Pick<ModelRequest, 'tools' | 'toolChoice'> {
  if (choice === 'none') return { tools: [] };
  if (choice === 'required') return { tools, toolChoice: 'required' };
  if (!isJsonObject(choice)) return { tools };
  const asked: JsonObject = choice;
  if (asked.type === 'function' || asked.type === 'custom')
    return { tools: offerOnly(tools, [nameOf(asked)]), toolChoice: 'required' };
  if (asked.type !== 'allowed_tools' || !Array.isArray(asked.tools)) return { tools };
  return {
    tools: offerOnly(tools, asked.tools.filter(isJsonObject).map(nameOf)),
    toolChoice: asked.mode === 'required' ? 'required' : 'auto',
  };
}

function nameOf({ name, namespace }: JsonObject): string {
  return nameForModels(typeof name === 'string' ? name : '', namespace);
}
