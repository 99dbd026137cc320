import { errorData } from '../../../converser/ground/errors.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../converser/words/models/provider.ts';
import type { ClientRequest } from '../../../dialects/client-request.ts';
import { checkWindow } from '../ask/check-window.ts';
import { heldReply } from '../held/held-reply.ts';

export function turnModel(model: Model, wishes: ClientRequest): Model {
  return {
    ...model,
    async *reply(request, signal): AsyncGenerator<ModelEvent, void> {
      const asked = asWished(request, wishes);
      try {
        await checkWindow(model, asked, signal);
      } catch (cause) {
        return yield { type: 'failure', error: errorData(cause) };
      }
      yield* heldReply(model, asked, signal);
    },
  };
}

function asWished(request: ModelRequest, wishes: ClientRequest): ModelRequest {
  const { options, dialect, replySchema, strictReply, parallel, toolChoice } = wishes;
  // The first call meets a demand for one: after it, the model must be free to answer.
  const isFirst = request.toolChoice === undefined && request.canisters.at(-1)?.role !== 'result';
  return {
    ...request,
    ...(options && { options }),
    ...(dialect && { dialect }),
    ...(replySchema && { replySchema }),
    ...(strictReply && { strictReply }),
    ...(parallel === undefined ? {} : { parallel }),
    ...(toolChoice !== undefined && isFirst && { toolChoice }),
  };
}
