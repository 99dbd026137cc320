import { checkArguments } from '../../../converser/call/arguments/check-arguments.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../../../converser/ground/json/json.ts';
import { type RequestedSchema, readForm } from './read-form.ts';

export interface ReadAnswer {
  readonly content: JsonObject;
  readonly complaint?: string;
}

export async function readAnswer(given: JsonObject, requestedSchema: RequestedSchema): Promise<ReadAnswer> {
  const content: JsonObject = Object.fromEntries(
    readForm(requestedSchema).flatMap(({ name }) =>
      Object.hasOwn(given, name) ? [[name, given[name] as JsonValue]] : [],
    ),
  );
  const checked = await checkArguments(content, requestedSchema as JsonSchema);
  return checked.valid ? { content } : { content, complaint: checked.complaint };
}
