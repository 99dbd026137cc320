import { decoded } from './decoded.ts';
import type { JsonObject, JsonValue } from './json.ts';

/** https://datatracker.ietf.org/doc/html/rfc6901#section-6 */
export function referredPart(root: JsonObject, reference: string): JsonValue | undefined {
  if (!/^#(\/|$)/.test(reference)) return undefined;
  let found: JsonValue | undefined = root;
  for (const key of pointerSteps(reference, decoded)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, JsonValue>>)[key];
  }
  return found;
}

export function pointerSteps(pointer: string, decode = (step: string) => step): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(step => decode(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}
