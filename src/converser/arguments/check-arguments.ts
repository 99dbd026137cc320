import type { Ajv, ErrorObject } from 'ajv';
import type { JsonObject, JsonSchema } from '../json/json.ts';
import { isPlainSchema } from '../json/plain-schema.ts';
import { createChecker, type Draft, draftOf, sharedChecker } from '../json/schema-checker.ts';
import { perObject } from '../per-object.ts';
import { certainErrors } from './certain-errors.ts';
import { complaintsAbout } from './explain-errors.ts';
import { linearPatterns } from './linear-patterns.ts';
import { unfoldedSize } from './schema-size.ts';

export type Checked = { readonly valid: true } | { readonly valid: false; readonly complaint: string };

/**
 * Checks arguments against their schema. The complaint names each offending argument and what was expected, in
 * words for a model. If the schema cannot be compiled, no arguments pass.
 */
export async function checkArguments(args: JsonObject, schema: JsonSchema): Promise<Checked> {
  try {
    const validate = await validatorOf(schema);
    const errors = validate(args);
    return errors.length === 0 ? { valid: true } : { valid: false, complaint: complaintsAbout(errors) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return {
      valid: false,
      complaint: `the tool can't be called, because its schema is invalid: ${reason}`,
    };
  }
}

/** Returns what is wrong with arguments. */
type Validate = (args: JsonObject) => readonly ErrorObject[];

/** Parts of a schema. What people write has some hundreds. */
const largest = 100_000;

/**
 * Compiling costs thousands of times what validating does, so it is done once for each schema. One that does not say
 * which draft it follows is taken for the newer one if it is valid there.
 */
const validatorOf = perObject(async (written: JsonSchema): Promise<Validate> => {
  const { $schema: _, ...schema } = written;
  if (schema.$async !== undefined) throw new Error('it uses the keyword $async');
  if (unfoldedSize(schema) > largest) throw new Error('its references expand to too many parts');
  const draft = draftOf(written);
  if (draft !== undefined) return compileAs(draft, schema);
  return compileAs('2020-12', schema).catch((cause: unknown) =>
    compileAs('draft-07', schema).catch(() => Promise.reject(cause)),
  );
});

/**
 * Schemas share a checker. Those that name parts of themselves have one each, because such names are remembered and
 * would collide, and so have those with patterns, which have to share what time may be spent on them. Plain schemas
 * have neither, and are valid.
 */
async function compileAs(draft: Draft, schema: JsonSchema): Promise<Validate> {
  if (isPlainSchema(schema)) return compileShared(draft, schema, { trustsSchemas: true });
  const written = JSON.stringify(schema);
  if (/"pattern(?:Properties)?":/.test(written)) return compileWithPatterns(draft, schema);
  if (/"\$?(?:id|anchor|dynamicAnchor)":/.test(written)) {
    (await sharedChecker(draft)).validateSchema(schema, true);
    return compileWith(await createChecker(draft, { trustsSchemas: true }), schema);
  }
  return compileShared(draft, schema, { trustsSchemas: false });
}

async function compileShared(
  draft: Draft,
  schema: JsonSchema,
  options: { readonly trustsSchemas: boolean },
): Promise<Validate> {
  const checker = await sharedChecker(draft, options);
  try {
    return compileWith(checker, schema);
  } finally {
    // Else it would keep every schema of every reload alive.
    checker.removeSchema(schema);
  }
}

async function compileWithPatterns(draft: Draft, schema: JsonSchema): Promise<Validate> {
  const [patterns, judge] = await Promise.all([linearPatterns(), sharedChecker(draft)]);
  judge.validateSchema(schema, true);
  const validate = compileWith(
    await createChecker(draft, { patterns: patterns.engine, trustsSchemas: true }),
    schema,
  );
  return args => {
    const { outcome, isUnsure } = patterns.watch(() => validate(args));
    return isUnsure ? certainErrors(outcome, schema) : outcome;
  };
}

function compileWith(checker: Ajv, schema: JsonSchema): Validate {
  const validate = checker.compile(schema);
  // Anything but `true` is a refusal: what `$async` makes of a validator returns a promise, which is truthy.
  return args => (validate(args) === true ? [] : (validate.errors as readonly ErrorObject[]));
}
