import type { Ajv, CodeKeywordDefinition, ErrorObject, KeywordCxt } from 'ajv';
import { type CheckBudget, CheckTooLong } from './check-budget.ts';
import { canonicalJson, isJsonObject, type JsonValue } from './json.ts';

type Code = CodeKeywordDefinition['code'];
type Template = typeof import('ajv')['_'];

export async function countWork(checker: Ajv, budget: CheckBudget): Promise<void> {
  // Imported so that it exists both in Node and in a bundle.
  const { _ } = (await import('ajv')).default;
  const remember = rememberReferred(budget, _);
  for (const keyword of Object.keys(checker.RULES.keywords)) {
    const definition = checker.getKeyword(keyword);
    if (typeof definition !== 'object' || !('code' in definition)) continue;
    const { code } = definition;
    if (keyword === 'uniqueItems') definition.code = uniqueInOnePass(budget, _);
    else definition.code = counted(keyword === '$ref' ? remember(code) : code, budget, _);
  }
}

function counted(code: Code, budget: CheckBudget, _: Template): Code {
  return (cxt, type) => {
    const { gen, keyword, schema } = cxt;
    const spend = (units: ReturnType<Template>) => {
      const kept = gen.scopeValue('obj', { ref: budget });
      const stop = gen.scopeValue('func', { ref: breakOff });
      gen.code(_`if ((${kept}.left -= ${units}) < 0) ${stop}(vErrors)`);
    };
    const withErrors = <T>(make: () => T): T => {
      const before = gen.const('_before', _`errors`);
      const made = make();
      spend(_`2 + (errors - ${before}) * ${errorCost}`);
      return made;
    };
    if (loops.has(keyword)) {
      const subschema = cxt.subschema.bind(cxt);
      cxt.subschema = (inner, valid) => withErrors(() => subschema(inner, valid));
    }
    const cost = ownCost(cxt);
    const size = sizeCounts.get(keyword);
    if (size !== undefined) {
      const sizeOf = gen.scopeValue('func', { ref: schema === false ? sizeOfUnknown : size });
      spend(
        isReference(keyword) ? _`10 + ${sizeOf}(${cxt.data})` : _`${cost} * (1 + ${sizeOf}(${cxt.data}))`,
      );
    } else if (cost > cheap) spend(_`${cost}`);
    if (cost > cheap || schema === false) withErrors(() => code(cxt, type));
    else code(cxt, type);
  };
}

function breakOff(found: readonly ErrorObject[] | null): never {
  throw new CheckTooLong(found ?? []);
}

/** An error is an object that names its place. */
const errorCost = 1_000;

const cheap = 16;

function ownCost({ keyword, schema, parentSchema }: KeywordCxt): number {
  if (isReference(keyword)) return 1;
  if (keyword === 'enum' || keyword === 'const') return 4 * partsOf(schema);
  const patterns = keyword === 'additionalProperties' ? entriesOf(parentSchema.patternProperties) : 0;
  return 1 + entriesOf(schema) + patterns;
}

function isReference(keyword: string): boolean {
  return /^\$(?:ref|dynamicRef|recursiveRef)$/.test(keyword);
}

function entriesOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function partsOf(value: JsonValue): number {
  if (typeof value === 'string') return 1 + (value.length >> 5);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + partsOf(inner), 1);
}

const loops: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'contains',
  'unevaluatedItems',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
]);

const sizeCounts: ReadonlyMap<string, (value: unknown) => number> = new Map([
  ...['minLength', 'maxLength', 'format', 'formatMinimum', 'formatMaximum'].map(
    name => [name, lengthOf] as const,
  ),
  ...['formatExclusiveMinimum', 'formatExclusiveMaximum'].map(name => [name, lengthOf] as const),
  ...['minProperties', 'maxProperties', 'propertyNames', 'patternProperties'].map(
    name => [name, keysIn] as const,
  ),
  ...['additionalProperties', 'unevaluatedProperties'].map(name => [name, keysIn] as const),
  ...['$ref', '$dynamicRef', '$recursiveRef', 'allOf', 'anyOf', 'oneOf', 'if'].map(
    name => [name, keysIn] as const,
  ),
  ['dependentSchemas', keysIn],
]);

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length >> 2 : 0;
}

function keysIn(value: unknown): number {
  return isJsonObject(value) ? Object.keys(value).length : 0;
}

/** Otherwise a tree of twelve kinds of nodes would take twelve times as long with each level. */
function rememberReferred(budget: CheckBudget, _: Template): (code: Code) => Code {
  return code => cxt => {
    const { gen, data, it, allErrors } = cxt;
    const memory = gen.scopeValue('obj', { ref: budget });
    // Where only the verdict counts, as in `if`, errors are empty.
    const place = `${it.baseId} ${cxt.schema} ${it.createErrors !== false}`;
    const known = gen.let('known', _`${memory}.recall(${place}, ${data})`);
    gen.if(_`${known} === undefined`, () => {
      const [outer, count] = [gen.const('outer', _`vErrors`), gen.const('count', _`errors`)];
      gen.code(_`vErrors = null; errors = 0`);
      Object.assign(cxt, { allErrors: true });
      code(cxt);
      Object.assign(cxt, { allErrors });
      gen.assign(known, _`${memory}.remember(${place}, ${data}, vErrors)`);
      gen.code(_`vErrors = ${outer}; errors = ${count}`);
    });
    gen.if(_`${known}.length > 0`, () => {
      gen.code(_`vErrors = vErrors === null ? [...${known}] : (vErrors.push(...${known}), vErrors)`);
      gen.code(_`errors += ${known}.length`);
    });
    cxt.ok(_`${known}.length === 0`);
  };
}

/** Each name may be an error, and errors are counted only after they are made. */
function sizeOfUnknown(value: unknown): number {
  const size = keysIn(value);
  return size > 10_000 ? size * errorCost : size;
}

/** Comparing each item with each other would take minutes for a hundred thousand. */
function uniqueInOnePass(budget: CheckBudget, _: Template): Code {
  const findSame = (items: readonly JsonValue[]) => sameItems(items, budget);
  return cxt => {
    if (cxt.schema !== true) return;
    const find = cxt.gen.scopeValue('func', { ref: findSame });
    const same = cxt.gen.const('same', _`${find}(${cxt.data})`);
    cxt.setParams({ i: _`${same}[0]`, j: _`${same}[1]` });
    cxt.fail(_`${same} !== undefined`);
  };
}

function sameItems(items: readonly JsonValue[], budget: CheckBudget): readonly [number, number] | undefined {
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const json = canonicalJson(item);
    budget.left -= 60 + json.length;
    if (budget.left < 0) breakOff(null);
    const earlier = seen.get(json);
    if (earlier !== undefined) return [index, earlier];
    seen.set(json, index);
  }
  return undefined;
}
