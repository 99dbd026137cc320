import {
  type GetPromptResult,
  type ReadResourceResult,
  type StandardSchemaV1Sync,
  specTypeSchemas,
} from '@modelcontextprotocol/client';
import type { JsonValue } from '../../../converser/ground/json/json.ts';
import { withoutNulls } from './mend-entry.ts';

export const looseResults = {
  resource: loose<ReadResourceResult>(specTypeSchemas.ReadResourceResult),
  prompt: loose<GetPromptResult>(specTypeSchemas.GetPromptResult),
};

function loose<T>({
  '~standard': strict,
}: StandardSchemaV1Sync<unknown, T>): StandardSchemaV1Sync<unknown, T> {
  const validate = (value: unknown) => strict.validate(withoutNulls(value as JsonValue));
  return { '~standard': { version: 1, vendor: 'converser', validate } };
}
