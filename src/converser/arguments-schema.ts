import type { ErrorObject, ValidateFunction } from 'ajv';
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from './json.ts';

export type Checked = { readonly valid: true } | { readonly valid: false; readonly complaint: string };

/**
 * Holds arguments against their schema. The complaint names each offending argument and what was expected, in
 * words for a model. A schema that cannot be compiled lets nothing through.
 */
export async function checkArguments(args: JsonObject, schema: JsonSchema): Promise<Checked> {
  let validate: ValidateFunction;
  try {
    validate = await compiled(schema);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return {
      valid: false,
      complaint: `the tool's own schema is broken, so it cannot be called: ${reason}`,
    };
  }
  if (validate(args)) return { valid: true };
  const complaints = new Set((validate.errors ?? []).map(error => complain(error, args)));
  return { valid: false, complaint: [...complaints].slice(0, 8).join('; ') };
}

const validators = new WeakMap<JsonSchema, Promise<ValidateFunction>>();

/** Compiling costs thousands of times what validating does, so it is done once for each schema. */
function compiled(schema: JsonSchema): Promise<ValidateFunction> {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const validator = compile(schema);
  validators.set(schema, validator);
  return validator;
}

async function compile(schema: JsonSchema): Promise<ValidateFunction> {
  const isDraft07 = typeof schema.$schema === 'string' && /draft-0[67]/.test(schema.$schema);
  const { default: ajv } = isDraft07 ? await import('ajv') : await import('ajv/dist/2020.js');
  const { default: addFormats } = await import('ajv-formats');
  const instance = new ajv.default({
    allErrors: true,
    strict: false,
    verbose: true,
    addUsedSchema: false,
  });
  addFormats.default(instance);
  return instance.compile(schema);
}

function complain(error: ErrorObject, args: JsonObject): string {
  const place = placeOf(error.instancePath);
  const params: Record<string, unknown> = error.params;
  switch (error.keyword) {
    case 'required':
      return `${argument(`${place}${place && '.'}${String(params.missingProperty)}`)} is missing${expectation(error)}`;
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const extra = String(params.additionalProperty ?? params.unevaluatedProperty);
      return `${argument(`${place}${place && '.'}${extra}`)} is not known${knownArguments(error)}`;
    }
    case 'enum':
      return `${argument(place)} must be one of ${shown(params.allowedValues)}, not ${shown(error.data)}`;
    case 'const':
      return `${argument(place)} must be ${shown(params.allowedValue)}, not ${shown(error.data)}`;
    default:
      return `${argument(place)} ${error.message ?? 'is not valid'}, but is ${shown(valueAt(args, error))}`;
  }
}

function placeOf(instancePath: string): string {
  return instancePath
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

function argument(place: string): string {
  return place === '' ? 'the arguments' : `the argument "${place}"`;
}

/** What the schema says of an argument that is missing. */
function expectation(error: ErrorObject): string {
  const properties = (error.parentSchema as JsonSchema | undefined)?.properties;
  const missing = String((error.params as Record<string, unknown>).missingProperty);
  const property =
    isJsonObject(properties) && Object.hasOwn(properties, missing) ? properties[missing] : undefined;
  if (!isJsonObject(property)) return '';
  const parts = [property.type, property.description].filter(part => typeof part === 'string');
  return parts.length === 0 ? '' : ` (${parts.join(': ')})`;
}

function knownArguments(error: ErrorObject): string {
  const properties = (error.parentSchema as JsonSchema | undefined)?.properties;
  return isJsonObject(properties) ? `; known are ${Object.keys(properties).join(', ') || 'none'}` : '';
}

function valueAt(args: JsonObject, error: ErrorObject): unknown {
  return error.instancePath === '' ? args : error.data;
}

function shown(value: unknown): string {
  const json = JSON.stringify(value as JsonValue) ?? 'absent';
  return json.length > 80 ? `${json.slice(0, 77)}…` : json;
}
