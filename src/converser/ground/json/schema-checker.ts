import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { RegExpEngine } from 'ajv/dist/types/index.js';
import { perObject } from '../object-memory.ts';
import { createCheckBudget, wholeBudget } from './check-budget.ts';
import { countWork } from './count-work.ts';
import type { JsonSchema } from './json.ts';
import { compiledSize, mostCompiled, mostInlined } from './schema-size.ts';

export type Draft = 'draft-07' | '2020-12';

export function draftOf({ $schema }: JsonSchema): Draft | undefined {
  if (typeof $schema !== 'string') return undefined;
  if (/draft-0[67]/.test($schema)) return 'draft-07';
  return /2020-12/.test($schema) ? '2020-12' : undefined;
}

/** Throws `CheckTooLong` if that takes more than a check may cost. */
export interface Validate {
  (value: unknown): Verdict;
  /** The patterns that can't be run, so that nothing is checked against them. */
  readonly unchecked?: ReadonlySet<string>;
}

export interface Verdict {
  readonly errors: readonly ErrorObject[];
  readonly tookLong: boolean;
}

export interface SchemaChecker {
  faultsOf(schema: JsonSchema): readonly ErrorObject[];
  /** Throws if it can't. Without `trustsSchemas`, the schema is checked against its meta-schema first. */
  compile(schema: JsonSchema): Validate;
}

const shared = new Map<string, Promise<SchemaChecker>>();

/** Making a checker costs ten times what a schema does. Schemas that name their parts can't share one. */
export function sharedChecker(
  draft: Draft,
  { trustsSchemas = false }: Pick<CheckerOptions, 'trustsSchemas'> = {},
): Promise<SchemaChecker> {
  const key = `${draft} ${trustsSchemas}`;
  const checker = shared.get(key) ?? createChecker(draft, { trustsSchemas, inlines: true });
  shared.set(key, checker);
  return checker;
}

export interface CheckerOptions {
  readonly patterns?: RegExpEngine;
  /** The schema is known to be valid: it is ours, it is plain, or the shared checker said so. */
  readonly trustsSchemas?: boolean;
  readonly inlines?: boolean;
}

export async function createChecker(draft: Draft, options: CheckerOptions = {}): Promise<SchemaChecker> {
  const ajv = await createAjv(draft, options);
  const budget = createCheckBudget();
  await countWork(ajv, budget);
  const within = (find: () => readonly ErrorObject[], remembers: boolean): Verdict => {
    budget.start({ remembers });
    const errors = find();
    const tookLong = budget.left < wholeBudget * 0.8;
    budget.start({ remembers: false });
    return { errors, tookLong };
  };
  const compile = (schema: JsonSchema): Validate => {
    const validate = ajv.compile(schema);
    const remembers = !dependsOnWhatLed.test(JSON.stringify(schema));
    // Anything but `true` is a refusal: `$async` makes validators return a promise, which is truthy.
    return value => within(() => (validate(value) === true ? [] : (validate.errors ?? [])), remembers);
  };
  return {
    faultsOf: schema =>
      within(() => (ajv.validateSchema(schema) === true ? [] : (ajv.errors ?? [])), false).errors,
    compile(schema) {
      if (compiledSize(schema) > mostCompiled) {
        throw new Error(`it has more than ${mostCompiled.toLocaleString('en')} parts`);
      }
      budget.start({ remembers: false });
      try {
        return compile(schema);
      } finally {
        // Otherwise it would keep every schema of every reload alive.
        ajv.removeSchema(schema);
      }
    },
  };
}

const dependsOnWhatLed = /"(?:unevaluated\w+|\$(?:dynamic|recursive)Ref)":/;

async function createAjv(draft: Draft, options: CheckerOptions): Promise<Ajv> {
  const { patterns, trustsSchemas = false, inlines = false } = options;
  const [{ default: ajv }, { default: formats }] = await Promise.all([
    draft === 'draft-07' ? import('ajv') : import('ajv/dist/2020.js'),
    import('ajv-formats'),
  ]);
  const checker = new ajv.default({
    allErrors: true,
    strict: false,
    verbose: true,
    logger: false,
    // An argument may be called `constructor`.
    ownProperties: true,
    validateSchema: !trustsSchemas,
    inlineRefs: inlines && mostInlined,
    // Optimizing takes a third of the compile time, and the engine does it by itself.
    code: { optimize: false, ...(patterns && { regExp: patterns }) },
  });
  // Patterns of other languages are read or left unchecked, instead of refusing the tool.
  return formats.default(checker).addFormat('url', isWebAddress).addFormat('regex', true);
}

export const compileSchema = perObject(async (schema: JsonSchema): Promise<ValidateFunction> => {
  const checker = await createAjv('draft-07', { trustsSchemas: true });
  return checker.compile(schema);
});

/** Replaces the one format whose pattern takes time that grows with the square of the text. */
function isWebAddress(text: string): boolean {
  return /^(?:https?|ftp):\/\//i.test(text) && URL.canParse(text);
}
