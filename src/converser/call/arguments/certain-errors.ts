import type { ErrorObject } from 'ajv';
import type { JsonSchema, JsonValue } from '../../ground/json/json.ts';
import { pointerSteps } from '../../ground/json/json-pointer.ts';

/**
 * Keeps the errors that are certain although some patterns were taken to fit everything. Where fitting is
 * refused (`not`) or decides what else applies (`if`, `oneOf`), only errors on a path from the root without
 * turns count.
 */
export function certainErrors(errors: readonly ErrorObject[], schema: JsonSchema): readonly ErrorObject[] {
  return turning.test(JSON.stringify(schema)) ? straightErrors(errors, schema) : errors;
}

const turning = /"(?:not|if|oneOf|maxContains|patternProperties)":/;

/** `schema` must be the compiled object. Keeps those errors that the rest of the check couldn't undo. */
export function errorsSoFar(errors: readonly ErrorObject[], schema: JsonSchema): readonly ErrorObject[] {
  return choosing.test(JSON.stringify(schema)) ? straightErrors(errors, schema) : errors;
}

const choosing = /"(?:not|if|oneOf|anyOf|contains)":/;

function straightErrors(errors: readonly ErrorObject[], schema: JsonSchema): readonly ErrorObject[] {
  return errors.filter(error => straight.test(error.schemaPath) && isFromRoot(error, schema));
}

/** A path may not end in a choice, because its alternatives may hold such places. */
const straight =
  /^#(?:\/(?:properties\/[^/]*|items(?:\/\d+)?|prefixItems\/\d+|allOf\/\d+|additionalProperties))*\/(?!(?:not|if|oneOf|anyOf|contains|propertyNames|unevaluated\w+)$)[^/]*$/;

/** Within a part that is referred to, paths begin anew. */
function isFromRoot({ schemaPath, instancePath, parentSchema }: ErrorObject, schema: JsonSchema): boolean {
  const steps = pointerSteps(schemaPath, decodeURIComponent).slice(0, -1);
  let part: JsonValue | undefined = schema;
  let depth = 0;
  for (let at = 0; at < steps.length; at++) {
    const keyword = steps[at] ?? '';
    part = inner(part, keyword);
    if (keyword === 'properties' || keyword === 'allOf' || Array.isArray(part))
      part = inner(part, steps[++at]);
    if (keyword !== 'allOf') depth++;
  }
  return part === parentSchema && pointerSteps(instancePath).length === depth;
}

function inner(value: JsonValue | undefined, step = ''): JsonValue | undefined {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as Readonly<Record<string, JsonValue>>)[step]
    : undefined;
}
