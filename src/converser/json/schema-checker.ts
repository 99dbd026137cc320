import type { Ajv, ValidateFunction } from 'ajv';
import type { RegExpEngine } from 'ajv/dist/types/index.js';
import { perObject } from '../per-object.ts';
import type { JsonSchema } from './json.ts';

export type Draft = 'draft-07' | '2020-12';

/** The draft that a schema says it follows, if it names one that we know. */
export function draftOf({ $schema }: JsonSchema): Draft | undefined {
  if (typeof $schema !== 'string') return undefined;
  if (/draft-0[67]/.test($schema)) return 'draft-07';
  return /2020-12/.test($schema) ? '2020-12' : undefined;
}

const shared = new Map<string, Promise<Ajv>>();

/** One checker for all schemas that name no parts of themselves: to make one costs ten times what a schema does. */
export function sharedChecker(
  draft: Draft,
  { trustsSchemas = false }: Pick<CheckerOptions, 'trustsSchemas'> = {},
): Promise<Ajv> {
  const key = `${draft} ${trustsSchemas}`;
  const checker = shared.get(key) ?? createChecker(draft, { trustsSchemas });
  shared.set(key, checker);
  return checker;
}

export interface CheckerOptions {
  /** Reads the patterns of schemas, instead of `RegExp`. */
  readonly patterns?: RegExpEngine;
  /**
   * Whether a schema is known to be one: it is ours, it is plain, or the shared checker has found so. Most of what a checker costs
   * is what it checks schemas with.
   */
  readonly trustsSchemas?: boolean;
}

/** A checker for one schema. */
export async function createChecker(
  draft: Draft,
  { patterns, trustsSchemas = false }: CheckerOptions = {},
): Promise<Ajv> {
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
    validateSchema: !trustsSchemas,
    // Optimizing takes a third of the time of compiling, and what it gains the engine finds by itself.
    code: { optimize: false, ...(patterns && { regExp: patterns }) },
  });
  return formats.default(checker).addFormat('url', isWebAddress);
}

/**
 * Compiles a schema of ours for files that users write, once. Its errors hold the values and schemas that they are
 * about.
 */
export const compileSchema = perObject(async (schema: JsonSchema): Promise<ValidateFunction> => {
  const checker = await createChecker('draft-07', { trustsSchemas: true });
  return checker.compile(schema);
});

/** In place of the one format whose own pattern takes a time that grows with the square of the text. */
function isWebAddress(text: string): boolean {
  return /^(?:https?|ftp):\/\//i.test(text) && URL.canParse(text);
}
