import { isJsonObject, type JsonSchema, type JsonValue } from '../../ground/json/json.ts';
import { referredPart } from '../../ground/json/json-pointer.ts';
import type { ToolDefinition } from '../models/provider.ts';
import { aliasText } from './describe-tool.ts';
import { clipped, firstSentence, oneLine } from './one-line.ts';

/** Others write names and descriptions, so none can begin a line. All required arguments are there. */
export function signTool({ name, aliases, description, inputSchema }: ToolDefinition): string {
  const sentence = firstSentence(description, longestSentence);
  return `- ${name}(${parameters(inputSchema)})${aliasText(aliases)}${sentence === '' ? '' : `: ${sentence}`}`;
}

/** In characters. */
const longestParameters = 240;
const longestSentence = 160;
const longestChoice = 60;
const longestName = 64;
const deepest = 4;
const mostParts = 1000;

function parameters(schema: JsonSchema): string {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return '';
  const needed = namesIn(required);
  const place: Place = { root: schema, depth: 0, budget: { left: mostParts } };
  const all = Object.entries(properties).map(([key, value]) => {
    const isNeeded = needed.has(key);
    const written = `${argumentName(key)}${isNeeded ? '' : '?'}: ${typeName(value, place)}`;
    return { written, isNeeded };
  });
  let left = longestParameters;
  for (const { written, isNeeded } of all) if (isNeeded) left -= written.length + 2;
  const shown = all.filter(({ written, isNeeded }) => {
    if (!isNeeded) left -= written.length + 2;
    return isNeeded || left >= 0;
  });
  return [...shown.map(({ written }) => written), ...(shown.length < all.length ? ['…'] : [])].join(', ');
}

function argumentName(key: string): string {
  return /^[\p{L}\p{N}_$.-]+$/u.test(key) && key.length <= longestName
    ? key
    : JSON.stringify(clipped(oneLine(key), longestName));
}

interface Place {
  readonly root: JsonSchema;
  readonly depth: number;
  readonly budget: { left: number };
}

const types: readonly JsonValue[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

function typeName(schema: JsonValue | undefined, place: Place): string {
  if (!isJsonObject(schema) || place.depth > deepest || place.budget.left-- <= 0) return 'any';
  const within = { ...place, depth: place.depth + 1 };
  if (typeof schema.$ref === 'string') return typeName(referredPart(place.root, schema.$ref), within);
  if (schema.const !== undefined) return choice([schema.const], place);
  if (Array.isArray(schema.enum)) return choice(schema.enum, place);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return union(alternatives.map(each => typeName(each, within)));
  const told = [schema.type ?? (isJsonObject(schema.properties) ? 'object' : [])].flat();
  place.budget.left -= told.length;
  return union(
    told
      .filter(type => types.includes(type))
      .map(type =>
        type === 'array' ? arrayOf(typeName(schema.items, within)) : nameOf(type, { schema, place }),
      ),
  );
}

interface OfPlace {
  readonly schema: JsonSchema;
  readonly place: Place;
}

function nameOf(type: JsonValue, { schema: { properties, required }, place }: OfPlace): string {
  if (type !== 'object' || !isJsonObject(properties)) return String(type);
  const keys = Object.keys(properties);
  place.budget.left -= keys.length;
  if (keys.length === 0 || keys.length > longestChoice / 2) return 'object';
  const needed = namesIn(required);
  const written = `{${keys.map(key => `${argumentName(key)}${needed.has(key) ? '' : '?'}`).join(', ')}}`;
  return written.length <= longestChoice ? written : 'object';
}

function namesIn(required: JsonValue | undefined): ReadonlySet<JsonValue> {
  return new Set(Array.isArray(required) ? (required as readonly JsonValue[]) : []);
}

function choice(values: readonly JsonValue[], { budget }: Place): string {
  budget.left -= values.length;
  if (values.length <= longestChoice / 2 && values.every(isShort)) {
    const written = values.map(value => JSON.stringify(value)).join('|');
    if (written.length <= longestChoice && oneLine(written) === written) return written;
  }
  return union(
    values.map(value => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)),
  );
}

function isShort(value: JsonValue): boolean {
  return typeof value === 'string'
    ? value.length <= longestChoice
    : typeof value !== 'object' || value === null;
}

function union(names: readonly string[]): string {
  const written = [...new Set(names)].join('|');
  return written === '' || written.length > longestChoice * 2 ? 'any' : written;
}

function arrayOf(item: string): string {
  return /[|]/.test(item) ? `(${item})[]` : `${item}[]`;
}
