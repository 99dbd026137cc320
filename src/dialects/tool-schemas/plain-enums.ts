import type { JsonSchema } from '../../converser/ground/json/json.ts';
import { perObject } from '../../converser/ground/object-memory.ts';
import { withInner } from './fit-arrays.ts';

/**
 * Gemini takes an enum only of strings that aren’t empty, and beside their type. Other choices go to the description.
 * https://github.com/microsoft/azure-devops-mcp/issues/139, https://github.com/anomalyco/opencode/pull/46676
 */
export const withPlainEnums = perObject(plain);

function plain(schema: JsonSchema): JsonSchema {
  const inner = withInner(schema, plain);
  const { enum: choices, ...others } = inner;
  if (!Array.isArray(choices)) return inner;
  const { type = 'string', description } = others;
  const isPlain = type === 'string' && choices.every(choice => typeof choice === 'string' && choice !== '');
  if (isPlain) return inner.type === type ? inner : { ...inner, type };
  const oneOf = `One of: ${choices.map(choice => JSON.stringify(choice)).join(', ')}.`;
  return { ...others, description: typeof description === 'string' ? `${description} ${oneOf}` : oneOf };
}
