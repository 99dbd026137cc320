import { errors } from '../converser/ground/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../converser/ground/json/json.ts';
import type { ModelRequest } from '../converser/words/models/provider.ts';

export const anyObject: JsonObject = { type: 'object' };

/** Throws `bad-arguments`. The schema of `json_schema` may stand one level deeper. */
export function normalizeFormat(
  format: JsonValue | undefined,
  path = 'text.format',
): Pick<ModelRequest, 'replySchema' | 'strictReply'> {
  if (format === undefined || format === null) return {};
  const { type, ...fields } = isJsonObject(format) ? format : {};
  if (type === 'text') return {};
  if (type === 'json_object') return { replySchema: anyObject };
  const { schema = anyObject, strict } = isJsonObject(fields.json_schema) ? fields.json_schema : fields;
  if (type !== 'json_schema' || !isJsonObject(schema))
    throw errors.badArguments(
      `${path}: must have the type "text", "json_object", or "json_schema" with a schema.`,
    );
  return { replySchema: schema, ...(strict === true ? { strictReply: strict } : {}) };
}
