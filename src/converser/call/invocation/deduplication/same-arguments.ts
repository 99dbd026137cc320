import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../../ground/json/json.ts';
import { perObject } from '../../../ground/per-object.ts';
import type { Invoker } from '../../../words/ensemble/invoker.ts';
import type { Contents } from '../../../words/workspace/contents.ts';
import { pathArguments, plainPath } from './places.ts';

export function meantArguments(
  invoker: Pick<Invoker, 'arguments' | 'reads' | 'writes'>,
  args: JsonObject,
  spell: Contents['spell'] = plainPath,
): JsonObject {
  const filled = meant(args, invoker.arguments);
  if (!isJsonObject(filled)) return args;
  const paths = pathsOf(invoker);
  if (paths.size === 0) return filled;
  return Object.fromEntries(
    Object.entries(filled).map(([name, value]) => [
      name,
      paths.has(name) && typeof value === 'string' ? spell(value) : value,
    ]),
  );
}

const pathsOf = perObject(pathArguments);

/**
 * White space around a string means nothing if the schema gives a `format` or says that it holds JSON.
 * Elsewhere, as in a search text, it counts.
 */
function meant(value: JsonValue, schema: JsonValue | undefined): JsonValue {
  if (!isJsonObject(schema)) return value;
  if (typeof value === 'string') return meantString(value, schema);
  const { properties, items } = schema;
  if (Array.isArray(value)) return value.map(item => meant(item, items));
  if (!isJsonObject(value) || !isJsonObject(properties)) return value;
  const filled: Record<string, JsonValue> = { ...value };
  for (const [name, property] of Object.entries(properties)) {
    const given = Object.hasOwn(value, name) ? value[name] : defaultOf(property);
    if (given !== undefined) filled[name] = meant(given, property);
  }
  return filled;
}

function defaultOf(property: JsonValue): JsonValue | undefined {
  return isJsonObject(property) ? property.default : undefined;
}

function meantString(value: string, { format, contentMediaType }: JsonObject): string {
  if (contentMediaType === 'application/json') {
    const inner = parseJson(value);
    return inner === undefined ? value : canonicalJson(inner);
  }
  return typeof format === 'string' ? value.trim() : value;
}
