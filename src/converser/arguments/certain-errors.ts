import type { ErrorObject } from 'ajv';
import type { JsonSchema } from '../json/json.ts';

/**
 * The errors that are certain although some patterns of the schema were taken to fit everything. That lets more
 * through, except where fitting is what is refused (`not`) or decides what else applies (`if`, `oneOf`). In a schema with such places
 * only those errors count that lie on a path from the root without turns.
 */
export function certainErrors(errors: readonly ErrorObject[], schema: JsonSchema): readonly ErrorObject[] {
  return turning.test(JSON.stringify(schema))
    ? errors.filter(({ schemaPath }) => straight.test(schemaPath))
    : errors;
}

const turning = /"(?:not|if|oneOf|maxContains|patternProperties)":/;

/** A path may not end in a choice, because its alternatives may hold such places. */
const straight =
  /^#(?:\/(?:properties\/[^/]*|items(?:\/\d+)?|prefixItems\/\d+|allOf\/\d+|additionalProperties))*\/(?!(?:not|if|oneOf|anyOf|contains|propertyNames|unevaluated\w+)$)[^/]*$/;
