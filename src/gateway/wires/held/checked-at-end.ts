import { errorData, errors } from '../../../converser/errors.ts';
import type { JsonSchema } from '../../../converser/json/json.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../converser/models/provider.ts';
import { complaintAbout } from './schema-judge.ts';

interface Asked {
  readonly request: ModelRequest;
  readonly schema: JsonSchema;
  readonly signal: AbortSignal;
}

/** A reply that the server is to hold to a schema, as it comes. If the server did not, it ends with a failure. */
export async function* checkedAtEnd(
  model: Model,
  { request, schema, signal }: Asked,
): AsyncGenerator<ModelEvent, void> {
  let said = '';
  let hasCalled = false;
  for await (const event of model.reply(request, signal)) {
    if (event.type === 'text-delta') said += event.text;
    if (event.type === 'invocation') hasCalled = true;
    if (event.type === 'restart') said = '';
    if (event.type === 'finish' && event.reason === 'stop' && !hasCalled) {
      const complaint = await complaintAbout(said, schema);
      if (complaint !== undefined) {
        const reason = `its reply does not fit the schema: ${complaint}.`;
        return yield { type: 'failure', error: errorData(errors.modelFailed(model.label, reason)) };
      }
    }
    yield event;
  }
}
