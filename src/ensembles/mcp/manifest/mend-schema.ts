import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { isPlainSchema } from '../../../converser/ground/json/plain-schema.ts';
import type { Note } from './list-entries.ts';

/** Notes the keywords that broke the rules of JSON Schema and were left out or shortened, unless they were null. */
export function mendSchema(schema: JsonObject, note: Note = () => {}): JsonObject {
  return isPlainSchema(schema) ? schema : mended(schema, note);
}

function mended(schema: JsonObject, note: Note): JsonObject {
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, JsonValue][] => {
    const mend = Object.hasOwn(mends, keyword) ? mends[keyword] : undefined;
    const isNone = value === null && keyword !== 'default' && keyword !== 'const';
    const kept = isNone ? undefined : mend === undefined ? value : mend(value, schema, note);
    const isShorter = Array.isArray(kept) && Array.isArray(value) && kept.length < value.length;
    if (isShorter || (kept === undefined && !isNone)) note(keyword);
    return kept === undefined ? [] : [[keyword, kept]];
  });
  return Object.fromEntries(entries);
}

type Mend = (value: JsonValue, schema: JsonObject, note: Note) => JsonValue | undefined;
type Read = (value: JsonValue | undefined) => JsonValue | undefined;

const text: Read = value => (typeof value === 'string' ? value : undefined);
const flag: Read = value => (typeof value === 'boolean' ? value : undefined);
const number: Read = value => (typeof value === 'number' ? value : undefined);
const count: Read = value => (Number.isInteger(value) && Number(value) >= 0 ? value : undefined);
const names: Read = value => (Array.isArray(value) ? [...new Set(value.filter(text))] : undefined);

/** Equal members are left out, and so is an empty list, which nothing would fit. */
const choices: Read = value => {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return [...new Map(value.map((each: JsonValue) => [JSON.stringify(each), each])).values()];
};

const inner: Mend = (value, _, note) => (isJsonObject(value) ? mended(value, note) : flag(value));

const table: Mend = (value, schema, note) => {
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, each]) => [name, inner(each, schema, note) ?? {}]));
};

const list: Mend = (value, schema, note) => {
  const all = Array.isArray(value) ? value.flatMap((each: JsonValue) => inner(each, schema, note) ?? []) : [];
  return all.length === 0 ? undefined : all;
};

const each = (keywords: string, mend: Mend) => keywords.split(' ').map(keyword => [keyword, mend] as const);

const mends: Readonly<Record<string, Mend>> = Object.fromEntries<Mend>([
  ...each('title description format pattern $comment contentEncoding contentMediaType', text),
  ...each('deprecated readOnly writeOnly uniqueItems', flag),
  ...each('minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains', count),
  ...each('properties patternProperties $defs definitions dependentSchemas', table),
  ...each('anyOf oneOf allOf prefixItems', list),
  ...each('additionalProperties additionalItems contains propertyNames not if then else', inner),
  ...each('unevaluatedItems unevaluatedProperties', inner),
  ...each('enum', choices),
  ...each('required', names),
  ['type', value => (Array.isArray(value) ? choices(value) : value)],
  ['items', (value, ...around) => (Array.isArray(value) ? list : inner)(value, ...around)],
  ['examples', value => (Array.isArray(value) ? value : [value])],
  // Draft-04 writes a limit beside it: `minimum: 0, exclusiveMinimum: true`.
  ['minimum', (value, { exclusiveMinimum }) => (exclusiveMinimum === true ? undefined : number(value))],
  ['maximum', (value, { exclusiveMaximum }) => (exclusiveMaximum === true ? undefined : number(value))],
  ['exclusiveMinimum', (value, { minimum }) => number(value === true ? minimum : value)],
  ['exclusiveMaximum', (value, { maximum }) => number(value === true ? maximum : value)],
  // Our checker refuses the `id` of draft-04, and the `nullable` of OpenAPI without a type.
  ['id', () => undefined],
  ['nullable', (value, { type }) => (type === undefined ? undefined : flag(value))],
]);
