import { groupsOf, type InGroups, inGroups } from '../../../converser/ground/async/in-groups.ts';
import { errorData, errors } from '../../../converser/ground/errors.ts';
import type { JsonSchema } from '../../../converser/ground/json/json.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../converser/words/models/provider.ts';
import { complaintAbout } from './schema-judge.ts';

interface Asked {
  readonly request: ModelRequest;
  readonly schema: JsonSchema;
  readonly signal: AbortSignal;
}

/** Passes the reply on as it comes. If the server didn't hold it to the schema, it ends with a failure. */
export function checkedAtEnd(model: Model, asked: Asked): InGroups<ModelEvent> {
  return inGroups(checked(model, asked));
}

async function* checked(
  model: Model,
  { request, schema, signal }: Asked,
): AsyncGenerator<readonly ModelEvent[], void> {
  let said = '';
  let hasCalled = false;
  for await (const group of groupsOf(model.reply(request, signal))) {
    let end: Extract<ModelEvent, { type: 'finish' }> | undefined;
    for (const event of group) {
      if (event.type === 'text-delta') said += event.text;
      if (event.type === 'invocation') hasCalled = true;
      if (event.type === 'restart') said = '';
      if (event.type === 'finish') end = event;
    }
    if (end?.reason !== 'stop' || hasCalled) yield group;
    else yield group.with(group.indexOf(end), (await misfit(model, said, schema)) ?? end);
  }
}

async function misfit({ label }: Model, said: string, schema: JsonSchema): Promise<ModelEvent | undefined> {
  const complaint = await complaintAbout(said, schema);
  if (complaint === undefined) return undefined;
  const reason = `its reply does not fit the schema: ${complaint}.`;
  return { type: 'failure', error: errorData(errors.modelFailed(label, reason)) };
}
