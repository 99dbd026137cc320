import type { ErrorObject } from 'ajv';
import type { JsonSchema } from '../json/json.ts';

/**
 * What is wrong for sure, where some patterns of the schema were taken to fit everything. That lets more through
 * everywhere but where fitting is what is refused, or decides what else is asked for. In a schema with such places
 * only those errors count that lie on a path from the root without turns.
 */
export function sureErrors(errors: readonly ErrorObject[], schema: JsonSchema): readonly ErrorObject[] {
  return turning.test(JSON.stringify(schema))
    ? errors.filter(({ schemaPath }) => straight.test(schemaPath))
    : errors;
}

const turning = /"(?:not|if|oneOf|maxContains|patternProperties)":/;

/** A choice and what is like one is no straight end, because there may be turns in what it chooses from. */
const straight =
  /^#(?:\/(?:properties\/[^/]*|items(?:\/\d+)?|prefixItems\/\d+|allOf\/\d+|additionalProperties))*\/(?!(?:not|if|oneOf|anyOf|contains|propertyNames|unevaluated\w+)$)[^/]*$/;
