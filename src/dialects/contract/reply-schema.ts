import type { JsonSchema } from '../../converser/ground/json/json.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/words/models/provider.ts';
import { simplifySchema } from './simplify-schema.ts';

export interface ReplySchemaOptions {
  readonly toolChoice?: ModelRequest['toolChoice'];
  readonly parallel?: boolean;
}

/** Only what llama.cpp, Ollama, vLLM and LM Studio turn into a grammar; not OpenAI's strict mode. */
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

/** The name comes first, so that the model has chosen a tool before it writes arguments. */
function callSchema({ name, inputSchema }: ToolDefinition): JsonSchema {
  return closed({ name: { type: 'string', enum: [name] }, arguments: simplifySchema(inputSchema) });
}

function closed(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
