import type { JsonSchema, JsonValue } from '../../converser/ground/json/json.ts';
import { perObject } from '../../converser/ground/per-object.ts';
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
  if (type === 'string' && choices.every(isPlain)) return inner.type === type ? inner : { ...inner, type };
  return { ...others, description: [description, oneOf(choices)].filter(Boolean).join(' ') };
}

function isPlain(choice: JsonValue): boolean {
  return typeof choice === 'string' && choice !== '';
}

function oneOf(choices: readonly JsonValue[]): string {
  return `One of: ${choices.map(choice => JSON.stringify(choice)).join(', ')}.`;
}
