import type { JsonObject, JsonSchema, JsonValue } from '../../../converser/ground/json/json.ts';
import { compileSchema } from '../../../converser/ground/json/schema-checker.ts';
import { explainSchemaError } from '../../descriptors/mistakes/check-descriptor.ts';
import type { Diagnostic, KeyPath } from '../../descriptors/mistakes/diagnostic.ts';
import type { JsonDocument } from '../entries/json-document.ts';

export interface EntryPlace {
  readonly document: JsonDocument;
  readonly path: KeyPath;
}

export async function checkEntry(
  entry: JsonValue,
  schema: JsonSchema,
  { document, path }: EntryPlace,
): Promise<readonly Diagnostic[]> {
  const validate = await compileSchema(schema);
  if (validate(entry)) return [];
  return (validate.errors ?? []).flatMap(error => {
    const found = explainSchemaError(error, entry as JsonObject);
    if (found === undefined) return [];
    const isUnknown = error.keyword === 'additionalProperties';
    const message = isUnknown
      ? found.message.replace(/^(Unknown key "[^"]*")\./, '$1, ignored.')
      : found.message.replace(/^This file/, 'It');
    const mistake = { at: found.at, message, ...(isUnknown ? { severity: 'warning' as const } : {}) };
    return [document.diagnose([...path, ...found.path], mistake)];
  });
}
