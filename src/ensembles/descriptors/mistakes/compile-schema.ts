import type { ValidateFunction } from 'ajv';
import type { JsonSchema } from '../../../converser/json/json.ts';
import { perObject } from '../../../converser/per-object.ts';

/** Compiles a schema of files that users write, once. Its errors hold the values and schemas that they are about. */
export const compileSchema = perObject(async (schema: JsonSchema): Promise<ValidateFunction> => {
  const { default: ajv } = await import('ajv');
  return new ajv.default({ allErrors: true, verbose: true, strict: false }).compile(schema);
});
