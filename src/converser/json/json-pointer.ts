import type { JsonObject, JsonValue } from './json.ts';

/**
 * What a reference leads to within its own document (`#`, `#/$defs/a`); nothing where it leads out of it or nowhere.
 * https://datatracker.ietf.org/doc/html/rfc6901#section-6
 */
export function referredPart(root: JsonObject, reference: string): JsonValue | undefined {
  if (!/^#(\/|$)/.test(reference)) return undefined;
  let found: JsonValue | undefined = root;
  for (const step of reference.split('/').slice(1)) {
    const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, JsonValue>>)[key];
  }
  return found;
}

/** Unchanged where it is not encoded properly: nothing has such a name. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
