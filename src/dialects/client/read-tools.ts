import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { ToolDefinition } from '../../converser/words/models/provider.ts';
import { objectSchema } from '../call-arguments.ts';
import { type ClientTool, checkedName, checkPresent, customTool, shortName } from '../client-request.ts';

export interface ReadTools {
  readonly tools: readonly ToolDefinition[];
  readonly clientTools: ReadonlyMap<string, ClientTool>;
  readonly ignored: readonly string[];
}

/**
 * Tools of a client are `function`, `custom` (whose argument is one text), and both inside a `namespace`. Programs send
 * the shapes of Chat Completions, Responses and Anthropic to whichever of them, as Cursor does.
 */
export function readTools(tools: readonly JsonObject[], list = 'tools'): ReadTools {
  const found: ToolDefinition[] = [];
  const clientTools = new Map<string, ClientTool>();
  const ignored: string[] = [];

  function add(tool: JsonValue, { path, namespace }: Place): void {
    const type = isJsonObject(tool) ? (tool.type ?? ('input_schema' in tool ? 'function' : null)) : undefined;
    checkPresent(type, `${path}.type`);
    if (!isJsonObject(tool) || (type !== 'function' && type !== 'custom')) {
      ignored.push(`${path}${typeof type === 'string' ? ` (${type})` : ''}`);
      return;
    }
    const isNested = tool[type] !== undefined;
    const told = isNested ? (Object(tool[type]) as JsonObject) : tool;
    const called = checkedName(told.name, `${path}${isNested ? `.${type}` : ''}.name`);
    const name = nameForModels(called, namespace);
    const isCustom = type === 'custom';
    found.push({ ...definitionOf(told, isCustom), name });
    if (name === called && !isCustom) return;
    clientTools.set(name, {
      name: called,
      ...(namespace === undefined ? {} : { namespace }),
      ...(isCustom ? { isCustom } : {}),
    });
  }

  for (const [at, tool] of tools.entries()) {
    const path = `${list}[${at}]`;
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

/** The definition of a tool and its calls in the history get the same name. */
export function nameForModels(name: string, namespace: unknown): string {
  return shortName(nameInFull(name, namespace));
}

export function nameInFull(name: string, namespace: unknown): string {
  if (typeof namespace !== 'string' || namespace === '') return name;
  return `${namespace.replace(/_+$/, '')}__${name}`;
}

function definitionOf(
  { description, parameters, input_schema: schema = parameters, format }: JsonObject,
  isCustom: boolean,
): Omit<ToolDefinition, 'name'> {
  const said = typeof description === 'string' ? description : '';
  if (isCustom) return customTool(said, format);
  return { description: said, inputSchema: objectSchema(isJsonObject(schema) ? schema : {}) };
}
