import type { Ajv, ErrorObject } from 'ajv';
import type { JsonObject, JsonSchema } from '../json/json.ts';
import { certainErrors } from './certain-errors.ts';
import { complaintsAbout } from './explain-errors.ts';
import { type LinearPatterns, linearPatterns } from './linear-patterns.ts';
import { unfoldedSize } from './schema-size.ts';

export type Checked = { readonly valid: true } | { readonly valid: false; readonly complaint: string };

/**
 * Checks arguments against their schema. The complaint names each offending argument and what was expected, in
 * words for a model. If the schema cannot be compiled, no arguments pass.
 */
export async function checkArguments(args: JsonObject, schema: JsonSchema): Promise<Checked> {
  try {
    const known = validators.get(schema);
    const validate = typeof known === 'function' ? known : await (known ?? compileOnce(schema));
    const errors = validate(args);
    return errors.length === 0 ? { valid: true } : { valid: false, complaint: complaintsAbout(errors) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return {
      valid: false,
      complaint: `the schema of the tool is broken, so it cannot be called: ${reason}`,
    };
  }
}

/** Returns what is wrong with arguments. */
type Validate = (args: JsonObject) => readonly ErrorObject[];

/** Of each schema what was made of it, or is being made. Waiting for what is there would cost more than to use it. */
const validators = new WeakMap<JsonSchema, Validate | Promise<Validate>>();

/** Compiling costs thousands of times what validating does, so it is done once for each schema. */
function compileOnce(schema: JsonSchema): Promise<Validate> {
  const validator = compile(schema);
  validators.set(schema, validator);
  validator.then(
    validate => validators.set(schema, validate),
    () => {},
  );
  return validator;
}

/** Parts of a schema. What people write has some hundreds. */
const largest = 100_000;

type Draft = 'draft-07' | '2020-12';

/** A schema that does not say which draft it follows is taken for the newer one if it is valid there. */
async function compile({ $schema, ...schema }: JsonSchema): Promise<Validate> {
  if (schema.$async !== undefined) throw new Error('it holds the keyword $async');
  if (unfoldedSize(schema) > largest) throw new Error('its references unfold to more than can be checked');
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
 * one each, because such names are remembered and would collide, and so have those with patterns, which have to
 * share what time may be spent on them.
 */
async function compileAs(draft: Draft, schema: JsonSchema): Promise<Validate> {
  const written = JSON.stringify(schema);
  if (/"pattern(?:Properties)?":/.test(written)) return compileWithPatterns(draft, schema);
  if (/"\$?(?:id|anchor|dynamicAnchor)":/.test(written)) {
    return compileWith(await createChecker(draft), schema);
  }
  const checker = await (shared.get(draft) ?? share(draft));
  try {
    return compileWith(checker, schema);
  } finally {
    // Else it would keep every schema of every reload alive.
    checker.removeSchema(schema);
  }
}

async function compileWithPatterns(draft: Draft, schema: JsonSchema): Promise<Validate> {
  const [patterns, judge] = await Promise.all([linearPatterns(), shared.get(draft) ?? share(draft)]);
  judge.validateSchema(schema, true);
  const validate = compileWith(await createChecker(draft, patterns), schema);
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

function share(draft: Draft): Promise<Ajv> {
  const checker = createChecker(draft);
  shared.set(draft, checker);
  return checker;
}

async function createChecker(draft: Draft, patterns?: LinearPatterns): Promise<Ajv> {
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
    // Most of what a checker costs is what it checks schemas with, so those that are for one schema leave it to the
    // one that is shared.
    ...(patterns === undefined ? {} : { code: { regExp: patterns.engine }, validateSchema: false }),
  });
  return formats.default(checker).addFormat('url', isWebAddress);
}

/** In place of the one format whose own pattern takes a time that grows with the square of the text. */
function isWebAddress(text: string): boolean {
  return /^(?:https?|ftp):\/\//i.test(text) && URL.canParse(text);
}
