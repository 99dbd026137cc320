import type { ErrorObject } from 'ajv';
import { isJsonObject, type JsonSchema, type JsonValue } from '../../ground/json/json.ts';
import { pointerSteps } from '../../ground/json/json-pointer.ts';
import { shortened } from '../../ground/wording/cut-text.ts';

export function complaintsAbout(errors: readonly ErrorObject[]): string {
  const choices = errors.filter(isChoice).slice(0, mostCompared);
  const complaints = new Set<string>();
  for (const error of errors.slice(0, mostLookedAt)) {
    if (complaints.size === 8) break;
    if (!choices.some(choice => isBranchOf(error, choice))) complaints.add(complain(error));
  }
  return [...complaints].join('; ');
}

export function isLacking(errors: readonly ErrorObject[]): boolean {
  return errors.some(({ keyword }) => keyword === 'required');
}

/** A list of a million wrong values has a million errors, and each might be one of a choice. */
const mostLookedAt = 10_000;
const mostCompared = 100;

function isChoice({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

/** An error within one alternative of a choice would only confuse, so the choice itself is reported. */
function isBranchOf(error: ErrorObject, choice: ErrorObject): boolean {
  return (
    error !== choice &&
    error.instancePath.startsWith(choice.instancePath) &&
    error.schemaPath.startsWith(`${choice.schemaPath}/`)
  );
}

function complain(error: ErrorObject): string {
  const place = placeOf(error.instancePath);
  const params: Readonly<Record<string, unknown>> = error.params;
  const inner = (name: unknown) => argument(`${place}${place && '.'}${String(name)}`);
  switch (error.keyword) {
    case 'required':
      return `${inner(params.missingProperty)} is missing${expectation(error, String(params.missingProperty))}`;
    case 'additionalProperties':
      return `${inner(params.additionalProperty)} is unknown${knownArguments(error)}`;
    case 'unevaluatedProperties':
      return `${inner(params.unevaluatedProperty)} is unknown${knownArguments(error)}`;
    case 'enum':
      return `${argument(place)} must be one of ${list(params.allowedValues)}, not ${given(error)}`;
    case 'const':
      return `${argument(place)} must be ${json(params.allowedValue, 80)}, not ${given(error)}`;
    case 'anyOf':
    case 'oneOf':
      return Array.isArray(params.passingSchemas)
        ? `${argument(place)} matches more than one of ${alternatives(error)}, but must match exactly one`
        : `${argument(place)} must match one of ${alternatives(error)}, but is ${given(error)}`;
    default:
      return `${argument(place)} ${error.message ?? 'is not valid'}, but is ${given(error)}`;
  }
}

function placeOf(instancePath: string): string {
  return pointerSteps(instancePath).join('.');
}

function argument(place: string): string {
  return place === '' ? 'the arguments' : `the argument "${shortened(place, 80)}"`;
}

function expectation({ parentSchema }: ErrorObject, missing: string): string {
  const properties = (parentSchema as JsonSchema | undefined)?.properties;
  const property =
    isJsonObject(properties) && Object.hasOwn(properties, missing) ? properties[missing] : undefined;
  if (!isJsonObject(property)) return '';
  const parts = [property.type, property.description].filter(part => typeof part === 'string');
  return parts.length === 0 ? '' : ` (${shortened(parts.join(': '), 200)})`;
}

function knownArguments({ parentSchema }: ErrorObject): string {
  const properties = (parentSchema as JsonSchema | undefined)?.properties;
  return isJsonObject(properties) ? `; known: ${Object.keys(properties).join(', ') || 'none'}` : '';
}

function alternatives({ parentSchema, keyword }: ErrorObject): string {
  const choice = (parentSchema as JsonSchema | undefined)?.[keyword];
  const each = Array.isArray(choice) ? choice : [];
  return each.map((one: JsonValue, index) => `(${index + 1}) ${alternative(one)}`).join(', ');
}

function alternative(schema: JsonValue): string {
  if (!isJsonObject(schema)) return json(schema, 20);
  if (Object.keys(schema).length === 1 && typeof schema.type === 'string') return schema.type;
  return json(schema, 160);
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map(value => json(value, 80)).join(', ') : json(values, 80);
}

const secretName = /(password|passwd|secret|token|credential|api[_-]?key|private[_-]?key)/i;
const secretValue = /\b(sk|pk|ghp|gho|github_pat|glpat|xox[a-z]|AKIA|eyJ)[-_A-Za-z0-9]{12,}/;

/** Names only the kind of a value that may be a secret, because complaints are kept and shown. */
function given({ instancePath, data }: ErrorObject): string {
  const whole = JSON.stringify(data) ?? 'absent';
  const isSecret = secretName.test(instancePath) || secretName.test(whole) || secretValue.test(whole);
  return isSecret ? `a hidden value of ${whole.length} characters` : shortened(whole, 80);
}

function json(value: unknown, limit: number): string {
  return shortened(JSON.stringify(value) ?? 'absent', limit);
}

/** Certain although some patterns were taken to fit: a path from the root without turns. */
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
