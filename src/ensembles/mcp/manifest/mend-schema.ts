import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { isPlainSchema } from '../../../converser/ground/json/plain-schema.ts';

/** Notes each keyword that was left out or read in another way, by its path. */
export type NoteMended = (path: string) => void;

/** Leaves out what breaks the rules of JSON Schema but asks nothing of an argument, or nothing that can be read. */
export function mendSchema(schema: JsonObject, note: NoteMended = () => {}): JsonObject {
  return isPlainSchema(schema) ? schema : mended(schema, { note, path: '' });
}

function mended(schema: JsonObject, { note, path }: { readonly note: NoteMended; readonly path: string }) {
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, JsonValue][] => {
    const place = `${path}.${keyword}`;
    const kept = mendKeyword(keyword, value, { schema, note, path: place });
    if (isLess(kept, value)) note(place);
    return kept === undefined ? [] : [[keyword, kept]];
  });
  return Object.fromEntries(entries);
}

function isLess(kept: JsonValue | undefined, before: JsonValue): boolean {
  if (Array.isArray(kept) && Array.isArray(before)) return kept.length < before.length;
  return kept === undefined && before !== null;
}

interface Around {
  readonly schema: JsonObject;
  readonly note: NoteMended;
  readonly path: string;
}

type Mend = (value: JsonValue, around: Around) => JsonValue | undefined;

function mendKeyword(keyword: string, value: JsonValue, around: Around): JsonValue | undefined {
  if (value === null && keyword !== 'default' && keyword !== 'const') return undefined;
  const mend = Object.hasOwn(mends, keyword) ? mends[keyword] : undefined;
  return mend === undefined ? value : mend(value, around);
}

type Read = (value: JsonValue | undefined) => JsonValue | undefined;

const text: Read = value => (typeof value === 'string' ? value : undefined);
const flag: Read = value => (typeof value === 'boolean' ? value : undefined);
const number: Read = value => (typeof value === 'number' ? value : undefined);
const positive: Read = value => (Number(value) > 0 ? number(value) : undefined);
const count: Read = value => (Number.isInteger(value) && Number(value) >= 0 ? value : undefined);
const names: Read = value => (Array.isArray(value) ? [...new Set(value.filter(text))] : undefined);

/** Equal members are left out, and so is an empty list, which nothing would fit. */
const choices: Read = value => {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return [...new Map(value.map((each: JsonValue) => [JSON.stringify(each), each])).values()];
};

const inner: Mend = (value, around) => (isJsonObject(value) ? mended(value, around) : flag(value));

const table: Mend = (value, { path, ...around }) =>
  isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, each]) => {
          return [name, inner(each, { ...around, path: `${path}.${name}` }) ?? {}];
        }),
      )
    : undefined;

const list: Mend = (value, { path, ...around }) => {
  if (!Array.isArray(value)) return undefined;
  const all = value.flatMap((each: JsonValue, at) => inner(each, { ...around, path: `${path}.${at}` }) ?? []);
  return all.length === 0 ? undefined : all;
};

/** Draft-04 writes the limit beside it: `minimum: 0, exclusiveMinimum: true`. */
const exclusive =
  (limit: string): Mend =>
  (value, { schema }) =>
    number(value === true ? schema[limit] : value);

const inclusive =
  (exclusion: string): Mend =>
  (value, { schema }) =>
    schema[exclusion] === true ? undefined : number(value);

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
  ...each('multipleOf', positive),
  ['type', value => (Array.isArray(value) ? choices(value) : value)],
  ['items', (value, around) => (Array.isArray(value) ? list(value, around) : inner(value, around))],
  ['examples', value => (Array.isArray(value) ? value : [value])],
  ['minimum', inclusive('exclusiveMinimum')],
  ['maximum', inclusive('exclusiveMaximum')],
  ['exclusiveMinimum', exclusive('minimum')],
  ['exclusiveMaximum', exclusive('maximum')],
  // Our checker refuses the `id` of draft-04, and the `nullable` of OpenAPI without a type.
  ['id', () => undefined],
  ['nullable', (value, { schema }) => (schema.type === undefined ? undefined : flag(value))],
]);
