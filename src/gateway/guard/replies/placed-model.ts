import { stopWith } from '../../../converser/async/linked-abort.ts';
import type { Model } from '../../../converser/models/provider.ts';
import type { Admission } from '../admission.ts';
import type { Client } from '../client-keys.ts';
import { refusedReply } from './refused-reply.ts';

interface Placing {
  readonly client: Client;
  readonly admission: Admission;
}

/** The same model, each of whose replies waits for a place of its own, and has it until it ends. */
export function placedModel(model: Model, { client, admission }: Placing): Model {
  return {
    ...model,
    async *reply(request, signal) {
      const { controller: ended, release } = stopWith(signal);
      try {
        try {
          await admission.enter(client, ended.signal);
        } catch (cause) {
          return yield refusedReply(cause);
        }
        yield* model.reply(request, signal);
      } finally {
        release();
        ended.abort();
      }
    },
  };
}
