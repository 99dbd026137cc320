import { checkArguments } from '../../../converser/call/arguments/check-arguments.ts';
import {
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  parseJson,
} from '../../../converser/ground/json/json.ts';
import { readJson } from '../../../converser/ground/json/lenient-json.ts';
import type { ModelEvent } from '../../../converser/words/models/provider.ts';
import type { Judge } from './judge.ts';

/** A reply with calls is not yet the answer, and passes. */
export function schemaJudge(schema: JsonSchema): Judge {
  return async ({ events, said }) => {
    const complaint = await complaintAbout(said, schema);
    if (complaint === undefined) return { kind: 'fits', events: inStrictJson(events, said) };
    return {
      kind: 'misfits',
      complaint: `That reply is not the JSON that was asked for: ${complaint}. Write it again: one JSON value that fits the schema, and nothing else.\n${JSON.stringify(schema)}`,
      reason: `its reply does not fit the schema: ${complaint}.`,
    };
  };
}

export async function complaintAbout(said: string, schema: JsonSchema): Promise<string | undefined> {
  const read = readJson(said);
  if (read.kind === 'refused') return 'it isn’t valid JSON';
  const checked = await checkArguments(read.value as JsonObject, schema);
  return checked.valid ? undefined : checked.complaint.replace(/\.$/, '');
}

/** Programs parse the text, so what is valid only with some leniency is written anew. */
function inStrictJson(events: readonly ModelEvent[], said: string): readonly ModelEvent[] {
  if (parseJson(said) !== undefined) return events;
  const read = readJson(said);
  const value: JsonValue = read.kind === 'value' ? read.value : null;
  const others = events.filter(({ type }) => type !== 'text-delta');
  return [...others, { type: 'text-delta', text: JSON.stringify(value) }];
}
