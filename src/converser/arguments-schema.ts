import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { complaintsAbout } from './argument-complaints.ts';
import type { JsonObject, JsonSchema } from './json.ts';

export type Checked = { readonly valid: true } | { readonly valid: false; readonly complaint: string };

/**
 * Holds arguments against their schema. The complaint names each offending argument and what was expected, in
 * words for a model. A schema that cannot be compiled lets nothing through.
 */
export async function checkArguments(args: JsonObject, schema: JsonSchema): Promise<Checked> {
  try {
    const validate = await compiled(schema);
    // Anything but `true` is a refusal: what `$async` makes of a validator returns a promise, which is truthy.
    if (validate(args) === true) return { valid: true };
    return { valid: false, complaint: complaintsAbout(validate.errors as readonly ErrorObject[]) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return {
      valid: false,
      complaint: `the tool's own schema is broken, so it cannot be called: ${reason}`,
    };
  }
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

type Draft = 'draft-07' | '2020-12';

/** A schema that does not say which draft it follows is taken for the newer one if it is valid there. */
async function compile({ $schema, ...schema }: JsonSchema): Promise<ValidateFunction> {
  if (schema.$async !== undefined) throw new Error('it holds the keyword $async');
  if (typeof $schema === 'string') {
    if (/draft-0[67]/.test($schema)) return compileAs('draft-07', schema);
    if (/2020-12/.test($schema)) return compileAs('2020-12', schema);
  }
  return compileAs('2020-12', schema).catch((cause: unknown) =>
    compileAs('draft-07', schema).catch(() => Promise.reject(cause)),
  );
}

const shared = new Map<Draft, Promise<Ajv>>();

/**
 * A checker costs ten times what a schema does, so schemas share one. Those that name parts of themselves have
 * one each, because such names are remembered and would collide.
 */
async function compileAs(draft: Draft, schema: JsonSchema): Promise<ValidateFunction> {
  if (/"\$?(?:id|anchor|dynamicAnchor)":/.test(JSON.stringify(schema))) {
    return (await createChecker(draft)).compile(schema);
  }
  const checker = await (shared.get(draft) ?? share(draft));
  try {
    return checker.compile(schema);
  } finally {
    // Else it would keep every schema of every reload alive.
    checker.removeSchema(schema);
  }
}

function share(draft: Draft): Promise<Ajv> {
  const checker = createChecker(draft);
  shared.set(draft, checker);
  return checker;
}

async function createChecker(draft: Draft): Promise<Ajv> {
  const [{ default: ajv }, { default: formats }] = await Promise.all([
    draft === 'draft-07' ? import('ajv') : import('ajv/dist/2020.js'),
    import('ajv-formats'),
  ]);
  const checker = new ajv.default({
    allErrors: true,
    strict: false,
    verbose: true,
    addUsedSchema: false,
    logger: false,
    // An argument may be called `constructor`.
    ownProperties: true,
  });
  return formats.default(checker);
}
