import { errors } from '../../converser/ground/errors.ts';
import { isJsonObject, type JsonValue, parseJson } from '../../converser/ground/json/json.ts';

/** Real requests have about 20 levels. */
const maxDepth = 128;

/** A body full of empty arrays would take thirty times its size in memory. */
const maxValues = 1_000_000;

/** Throws `bad-arguments` for what is not JSON, too deep, too large, or sets a prototype. */
export function parseSafely(text: string): JsonValue {
  checkSize(text);
  const value = parseJson(text);
  if (value === undefined) throw errors.badArguments('The body must be JSON.');
  // Few texts can hold such a name, which may be escaped, too.
  const harmful = /__proto__|"prototype"|\\u/.test(text) ? harmfulName(value) : undefined;
  if (harmful === undefined) return value;
  throw errors.badArguments(`${harmful.replace(/^\./, '')}: this name is not accepted. Rename or remove it.`);
}

/** Comes before parsing, whose result may be too large already. */
function checkSize(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        continue;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        values += 1;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        continue;
      case 0x2c: // ,
        values += 1;
        break;
      default:
        continue;
    }
    if (depth > maxDepth)
      throw errors.badArguments(`The body is nested too deeply: at most ${maxDepth} levels are accepted.`);
    if (values > maxValues)
      throw errors.badArguments(`The body has too many values: at most ${maxValues} are accepted.`);
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Finds names by which an object that is copied member by member changes what all objects inherit. */
function harmfulName(value: JsonValue): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const place = Array.isArray(value) ? `[${name}]` : `.${name}`;
    if (name === '__proto__') return place;
    if (name === 'constructor' && isJsonObject(inner) && Object.hasOwn(inner, 'prototype')) return place;
    const within = harmfulName(inner);
    if (within !== undefined) return place + within;
  }
  return undefined;
}
