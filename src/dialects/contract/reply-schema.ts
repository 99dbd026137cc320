import type { JsonSchema } from '../../converser/json/json.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/models/provider.ts';
import { simplifySchema } from './simplify-schema.ts';

export interface ReplySchemaOptions {
  readonly toolChoice?: ModelRequest['toolChoice'];
  /** `false`: one call a reply. Default `true`. */
  readonly parallel?: boolean;
}

/**
 * What a reply in the contract's JSON has to fit, for servers that hold a model to a schema: calls, each with the
 * arguments of its tool, or the final answer. Where a call is required, no answer fits.
 *
 * It is written in what llama.cpp, Ollama, vLLM and LM Studio all turn into a grammar, and says less than the
 * tools' own schemas: the arguments are held against those all the same. It is no schema for OpenAI's strict mode,
 * which has no optional arguments.
 */
export function contractSchema(
  tools: readonly ToolDefinition[],
  { toolChoice, parallel = true }: ReplySchemaOptions = {},
): JsonSchema {
  const entries = tools.map(callSchema);
  const items = entries.length === 1 && entries[0] !== undefined ? entries[0] : { anyOf: entries };
  const calls = closed({
    calls: { type: 'array', items, minItems: 1, ...(parallel ? {} : { maxItems: 1 }) },
  });
  return toolChoice === 'required' ? calls : { anyOf: [calls, closed({ answer: { type: 'string' } })] };
}

/** The name comes first, so that the arguments are written for a tool that is chosen already. */
function callSchema({ name, inputSchema }: ToolDefinition): JsonSchema {
  return closed({ name: { type: 'string', enum: [name] }, arguments: simplifySchema(inputSchema) });
}

function closed(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
