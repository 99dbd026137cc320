import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../converser/ground/json/json.ts';
import { perObject } from '../../converser/ground/per-object.ts';
import type { ToolDefinition } from '../../converser/words/models/provider.ts';
import { fitSchema } from '../tool-schemas/fit-schema.ts';
import { wellFormed } from '../well-formed.ts';
import type { OllamaTool } from './api.ts';

export const nativizeTool = perObject(
  ({ name, description, inputSchema }: ToolDefinition): OllamaTool => ({
    type: 'function',
    function: {
      name,
      description: description.toWellFormed(),
      parameters: wellFormed(fitted(fitSchema(inputSchema))),
    },
  }),
);

/**
 * Ollama refuses a whole request for one property that is not an object, and passes over alternatives and constants
 * under other names than its own. See `ToolProperty` in its `api/types.go`.
 */
function fitted(schema: JsonValue): JsonSchema {
  if (!isJsonObject(schema)) return {};
  const { anyOf, oneOf, const: only, properties, required, description, enum: choices, ...others } = schema;
  const alternatives = [anyOf, oneOf].find(each => Array.isArray(each));
  const allowed = choices ?? (only === undefined ? undefined : [only]);
  return {
    ...others,
    ...(typeof description === 'string' && { description }),
    ...(Array.isArray(allowed) && { enum: allowed }),
    ...(Array.isArray(alternatives) && { anyOf: alternatives.map(fitted) }),
    ...(isJsonObject(properties) && { properties: fittedEach(properties) }),
    ...(Array.isArray(required) && { required: required.filter(name => typeof name === 'string') }),
  };
}

function fittedEach(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, fitted(each)]));
}
