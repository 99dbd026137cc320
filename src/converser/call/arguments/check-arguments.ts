import { CheckTooLong } from '../../ground/json/check-budget.ts';
import type { JsonObject, JsonSchema } from '../../ground/json/json.ts';
import { isPlainSchema } from '../../ground/json/plain-schema.ts';
import {
  type CheckerOptions,
  createChecker,
  type Draft,
  draftOf,
  type SchemaChecker,
  sharedChecker,
  type Validate,
  type Verdict,
} from '../../ground/json/schema-checker.ts';
import { compiledSize, mostCompiled } from '../../ground/json/schema-size.ts';
import { perObject } from '../../ground/object-memory.ts';
import { certainErrors, complaintsAbout, errorsSoFar, isLacking } from './explain-errors.ts';
import { linearPatterns } from './linear-patterns.ts';

export type Checked =
  | { readonly valid: true }
  | {
      readonly valid: false;
      readonly complaint: string;
      readonly isLacking?: true;
      /** The schema can't be read, so nothing was checked. */
      readonly isUnread?: true;
    };

/** Invariant: both may be foreign, so the check ends in about a second; if in doubt, none pass. */
export async function checkArguments(args: JsonObject, schema: JsonSchema): Promise<Checked> {
  const validator = await validatorOf(schema);
  if (validator.kind === 'invalid') {
    const complaint = `the tool can’t be called, because its schema is invalid: ${validator.reason}`;
    return { valid: false, complaint, isUnread: true };
  }
  const { complaint, isLacking, tookLong } = validator.check(args);
  if (tookLong) await letOthersRun();
  if (complaint === undefined) return { valid: true };
  return { valid: false, complaint, ...(isLacking && { isLacking }) };
}

export async function uncheckedPatterns(schema: JsonSchema): Promise<ReadonlySet<string>> {
  const validator = await validatorOf(schema);
  return validator.kind === 'valid' ? validator.unchecked : new Set();
}

type Validator =
  | {
      readonly kind: 'valid';
      readonly check: (args: JsonObject) => Check;
      readonly unchecked: ReadonlySet<string>;
    }
  | { readonly kind: 'invalid'; readonly reason: string };

interface Check {
  readonly complaint: string | undefined;
  readonly isLacking?: true;
  readonly tookLong: boolean;
}

/** Compiling costs thousands of times what validating does. Without a draft, the newer one comes first. */
const validatorOf = perObject(async (written: JsonSchema): Promise<Validator> => {
  const { $schema: _, ...schema } = written;
  try {
    const validate = await compiled(schema, draftOf(written));
    const { unchecked = new Set() } = validate;
    return { kind: 'valid', check: args => checked(() => validate(args), schema), unchecked };
  } catch (cause) {
    return { kind: 'invalid', reason: reasonOf(cause) };
  }
});

function checked(validate: () => Verdict, schema: JsonSchema): Check {
  try {
    const { errors, tookLong } = validate();
    if (errors.length === 0) return { complaint: undefined, tookLong };
    return { complaint: complaintsAbout(errors), ...(isLacking(errors) && { isLacking: true }), tookLong };
  } catch (cause) {
    if (cause instanceof ReferenceError) return { complaint: notChecked, tookLong: false };
    // A schema that refers to itself without going deeper into the value overflows the stack.
    if (!(cause instanceof CheckTooLong || cause instanceof RangeError)) throw cause;
    const found = cause instanceof CheckTooLong ? errorsSoFar(cause.found, schema) : [];
    return { complaint: found.length === 0 ? tooLong : complaintsAbout(found), tookLong: true };
  }
}

/** For some schemas with `unevaluatedProperties`, ajv writes code with variables that it has not declared. */
const notChecked = 'the tool can’t be called, because arguments can’t be checked against its schema';

const tooLong =
  'it takes too long to check the arguments against the schema of the tool: send less at a time, with less nesting';

function reasonOf(cause: unknown): string {
  if (cause instanceof RangeError) return 'it is nested too deeply';
  return cause instanceof Error ? cause.message : String(cause);
}

async function compiled(schema: JsonSchema, draft: Draft | undefined): Promise<Validate> {
  if (schema.$async !== undefined) throw new Error('it uses the keyword $async');
  if (compiledSize(schema) > mostCompiled / 10) await letOthersRun();
  if (draft !== undefined) return compileAs(draft, schema);
  return compileAs('2020-12', schema).catch((cause: unknown) =>
    compileAs('draft-07', schema).catch(() => Promise.reject(cause)),
  );
}

/** Names of parts would collide in a shared checker, and patterns share a budget of time. */
async function compileAs(draft: Draft, schema: JsonSchema): Promise<Validate> {
  if (isPlainSchema(schema)) return (await sharedChecker(draft, { trustsSchemas: true })).compile(schema);
  requireValid(schema, await sharedChecker(draft));
  const written = JSON.stringify(schema);
  const namesParts = /"\$?(?:id|anchor|dynamicAnchor)":/.test(written);
  const own = { trustsSchemas: true, inlines: !namesParts };
  if (/"pattern(?:Properties)?":/.test(written)) return compileWithPatterns(draft, schema, own);
  if (namesParts) return (await createChecker(draft, own)).compile(schema);
  return (await sharedChecker(draft, { trustsSchemas: true })).compile(schema);
}

function requireValid(schema: JsonSchema, judge: SchemaChecker): void {
  const [fault] = judge.faultsOf(schema);
  if (fault === undefined) return;
  throw new Error(`${fault.instancePath === '' ? 'it' : fault.instancePath} ${fault.message}`);
}

async function compileWithPatterns(
  draft: Draft,
  schema: JsonSchema,
  options: CheckerOptions,
): Promise<Validate> {
  const patterns = await linearPatterns();
  const checker = await createChecker(draft, { ...options, patterns: patterns.engine });
  const validate = checker.compile(schema);
  const checkFitting = (args: unknown) => {
    const { outcome, isUnsure } = patterns.watch(() => validate(args));
    return isUnsure ? { ...outcome, errors: certainErrors(outcome.errors, schema) } : outcome;
  };
  return Object.assign(checkFitting, { unchecked: patterns.unread });
}

/** Lets everything else that is due run first, such as a click on Stop. A mere await doesn't. */
function letOthersRun(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve));
}
