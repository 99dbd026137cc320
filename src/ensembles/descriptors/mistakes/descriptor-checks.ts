import type { ValidateFunction } from 'ajv';
import { compileSchema } from '../../../converser/ground/json/schema-checker.ts';

export type Shape = 'descriptor' | 'invoker' | 'mode';

/** A bundle holds other code in the place of this module: what esbuild.js compiled of the same schemas. */
export async function checkOf(shape: Shape): Promise<ValidateFunction> {
  schemas ??= loadSchemas();
  return compileSchema((await schemas)[shape]);
}

let schemas: ReturnType<typeof loadSchemas> | undefined;

async function loadSchemas() {
  const { default: descriptor } = await import('../../../../ensembles/descriptor.schema.json', {
    with: { type: 'json' },
  });
  const { default: mode } = await import('../../../../ensembles/mode.schema.json', {
    with: { type: 'json' },
  });
  const { definitions } = descriptor;
  return { descriptor, mode, invoker: { definitions, $ref: '#/definitions/invoker' } };
}
