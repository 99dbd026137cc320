import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { argumentOf, argumentText, fillPieces, onlyArgument, piecesOf } from './argument-placeholders.ts';

/** Invariant: nothing in an argument adds a key. A string that is a single argument becomes its value, or is left out. */
export function fillBody(template: JsonValue, args: JsonObject): JsonValue | undefined {
  if (typeof template === 'string') return fillString(template, args);
  if (Array.isArray(template)) {
    return template.map(item => fillBody(item, args)).filter(filled => filled !== undefined);
  }
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, inner]) => {
      const filled = fillBody(inner, args);
      return filled === undefined ? [] : [[key, filled]];
    }),
  );
}

function fillString(template: string, args: JsonObject): JsonValue | undefined {
  const pieces = piecesOf(template);
  const only = onlyArgument(pieces);
  if (only !== undefined) return argumentOf(args, only);
  return fillPieces(pieces, name => argumentText(args, name));
}

export function stringsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}
