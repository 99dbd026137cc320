import type { ErrorObject } from 'ajv';
import { checkArguments } from '../../../converser/call/arguments/check-arguments.ts';
import { fillDefaults } from '../../../converser/call/arguments/fill-defaults.ts';
import { reasonOf } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { JsonSchema } from '../../../converser/ground/json/json.ts';
import { pointerSteps } from '../../../converser/ground/json/json-pointer.ts';
import { createChecker, draftOf, sharedChecker } from '../../../converser/ground/json/schema-checker.ts';
import { inside, type Mistake, mistake, type Place } from './diagnostic.ts';

/** A broken schema would let nothing through, so it is reported where it is written. */
export async function checkArgumentsSchema(schema: JsonSchema, place: Place): Promise<readonly Mistake[]> {
  const draft = draftOf(schema) ?? '2020-12';
  const judge = await sharedChecker(draft);
  try {
    const faults = judge.faultsOf(schema);
    if (faults.length > 0) {
      return byPlace(faults).map(error =>
        mistake(inside(place, ...stepsOf(error.instancePath)), 'value', complain(error)),
      );
    }
    const checker = await createChecker(draft, { trustsSchemas: true });
    checker.compile(schema);
    return await unfitDefaults(schema, place);
  } catch (cause) {
    return [mistake(place, 'value', `Not a JSON Schema: ${reasonOf(cause)}.`)];
  }
}

/** Each call that leaves the argument out would be refused, and the model could do nothing about it. */
async function unfitDefaults(schema: JsonSchema, place: Place): Promise<readonly Mistake[]> {
  const { $schema, $defs, definitions, properties } = schema;
  const each = defined({ $schema, $defs, definitions, properties }) as JsonSchema;
  const checks = Object.entries(fillDefaults({}, schema)).map(async ([name, value]) => {
    const checked = await checkArguments({ [name]: value }, each);
    if (checked.valid) return [];
    const at = inside(place, 'properties', name, 'default');
    return [mistake(at, 'value', `The default doesn’t fit: ${checked.complaint}.`)];
  });
  return (await Promise.all(checks)).flat();
}

function byPlace(found: readonly ErrorObject[]): readonly ErrorObject[] {
  const places = new Map<string, ErrorObject>();
  for (const error of found) {
    const known = places.get(error.instancePath);
    if (known === undefined || error.keyword === 'enum') places.set(error.instancePath, error);
  }
  return [...places.values()];
}

function complain({ keyword, message, params }: ErrorObject): string {
  if (keyword !== 'enum') return `Not a JSON Schema: it ${message ?? 'is not valid'}.`;
  const allowed = (params as { readonly allowedValues: readonly unknown[] }).allowedValues;
  return `Not a JSON Schema: it must be one of ${allowed.map(value => JSON.stringify(value)).join(', ')}.`;
}

function stepsOf(pointer: string): readonly (string | number)[] {
  return pointerSteps(pointer).map(step => (/^\d+$/.test(step) ? Number(step) : step));
}
