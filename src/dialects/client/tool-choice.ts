import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/words/models/provider.ts';
import { offerOnly } from '../client-request.ts';
import { nameInFull } from './read-tools.ts';

export interface Chosen extends Pick<ModelRequest, 'tools' | 'toolChoice' | 'parallel'> {
  readonly ignored: readonly string[];
}

/**
 * Reads the choices of all three wires on each of them: a word, alone or as a `type`, or tools by name. Throws
 * `bad-arguments` if the request has none of the chosen tools.
 */
export function readChoice(tools: readonly ToolDefinition[], choice: unknown): Chosen {
  const asked: JsonObject = isJsonObject(choice) ? choice : { type: (choice ?? null) as JsonValue };
  const parallel = asked.disable_parallel_tool_use === true ? { parallel: false } : {};
  return { ignored: [], ...parallel, ...wish(tools, asked) };
}

function wish(
  tools: readonly ToolDefinition[],
  asked: JsonObject,
): Omit<Chosen, 'ignored'> & Partial<Chosen> {
  const { type } = asked;
  if (type === null || type === 'auto') return { tools };
  if (type === 'none') return { tools: [] };
  if (type === 'required' || type === 'any') return { tools, toolChoice: 'required' };
  if (type === 'allowed_tools') {
    const { mode, tools: some } = isJsonObject(asked.allowed_tools) ? asked.allowed_tools : asked;
    if (!Array.isArray(some)) return { tools, ignored: ['tool_choice'] };
    return {
      tools: offerOnly(tools, some.map(nameIn)),
      toolChoice: mode === 'required' ? 'required' : 'auto',
    };
  }
  const name = nameIn(asked);
  if (name === undefined) return { tools, ignored: ['tool_choice'] };
  return { tools: offerOnly(tools, [name]), toolChoice: 'required' };
}

/** Chat Completions has the name one level deeper. */
function nameIn(tool: JsonValue): string | undefined {
  if (!isJsonObject(tool)) return undefined;
  const deeper = typeof tool.type === 'string' ? tool[tool.type] : undefined;
  const { name, namespace } = isJsonObject(deeper) ? deeper : tool;
  return typeof name === 'string' ? nameInFull(name, namespace) : undefined;
}
