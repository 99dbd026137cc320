import type { ErrorObject } from 'ajv';
import { reasonOf } from '../../../converser/ground/errors.ts';
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
    return [];
  } catch (cause) {
    return [mistake(place, 'value', `Not a JSON Schema: ${reasonOf(cause)}.`)];
  }
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
