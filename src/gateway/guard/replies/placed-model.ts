import { stopWith } from '../../../converser/ground/async/abort.ts';
import { groupsOf, inGroups } from '../../../converser/ground/async/flow.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../converser/words/models/provider.ts';
import type { Admission } from '../admission.ts';
import type { Client } from '../client-keys.ts';
import { refusedReply } from './refused-reply.ts';

interface Placing {
  readonly client: Client;
  readonly admission: Admission;
}

export function placedModel(model: Model, { client, admission }: Placing): Model {
  async function* reply(
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<readonly ModelEvent[], void> {
    const { controller: ended, release } = stopWith(signal);
    try {
      try {
        await admission.enter(client, ended.signal);
      } catch (cause) {
        return yield [refusedReply(cause)];
      }
      yield* groupsOf(model.reply(request, signal));
    } finally {
      release();
      ended.abort();
    }
  }
  return { ...model, reply: (request, signal) => inGroups(reply(request, signal)) };
}
