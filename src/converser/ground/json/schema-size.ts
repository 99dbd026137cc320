import { isJsonObject, type JsonSchema, type JsonValue } from './json.ts';
import { referredPart } from './json-pointer.ts';

/** So many parts compile within about a second. Ordinary schemas have some hundreds. */
export const mostCompiled = 6_000;

/** A part with fewer keywords is written out wherever it is referred to. */
export const mostInlined = 100;

export function compiledSize(schema: JsonSchema): number {
  const inlined = new Map<string, number>();

  function inlinedSize(reference: string): number {
    const known = inlined.get(reference);
    if (known !== undefined) return known;
    const target = referredPart(schema, reference) ?? null;
    const size = isInlined(target) ? partsIn(target, () => 0) : 0;
    inlined.set(reference, size);
    return size;
  }

  return partsIn(schema, inlinedSize);
}

function partsIn(value: JsonValue, inlinedSize: (reference: string) => number): number {
  if (typeof value !== 'object' || value === null) return 1;
  const own = isJsonObject(value) && typeof value.$ref === 'string' ? inlinedSize(value.$ref) : 0;
  return Object.values(value).reduce((sum: number, inner) => sum + partsIn(inner, inlinedSize), 1 + own);
}

/** Errs on the safe side: the checker leaves out the values of some keywords when it counts. */
function isInlined(target: JsonValue): boolean {
  return namesIn(target) <= mostInlined;
}

function namesIn(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (isJsonObject(value) && value.$ref !== undefined) return Number.POSITIVE_INFINITY;
  const own = isJsonObject(value) ? Object.keys(value).length : 0;
  return Object.values(value).reduce((sum: number, inner) => sum + namesIn(inner), own);
}
