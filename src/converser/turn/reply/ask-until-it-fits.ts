import type { Tell } from '../../ground/async/told.ts';
import type { ErrorData } from '../../ground/errors.ts';
import type { ConverseEvent } from '../../words/conversation/converse-event.ts';
import type { Model, ModelRequest } from '../../words/models/provider.ts';
import { type AskOptions, askModel } from './ask-model.ts';
import type { ModelReply } from './collect-reply.ts';

export type Shortening = (
  rejection: { readonly error: ErrorData; readonly attempt: number },
  tell: Tell<ConverseEvent>,
) => Promise<Shortened>;

export type Shortened = { readonly request: ModelRequest } | { readonly error: ErrorData };

interface FittingOptions {
  readonly model: Model;
  readonly shorten: Shortening;
}

/** Asks again if the model rejects a request as too long. The first request was admitted already. */
export async function askUntilItFits(
  first: ModelRequest,
  asking: AskOptions,
  { model, shorten }: FittingOptions,
): Promise<ModelReply> {
  const { round, signal, admit, tell } = asking;
  let request = first;
  for (let attempt = 1; ; attempt++) {
    const reply = await askModel(model, request, asking);
    const { error } = reply;
    if (error?.code !== 'context-overflow' || signal.aborted) return reply;
    const shortened = await shorten({ error, attempt }, tell);
    if (signal.aborted) return reply;
    if ('error' in shortened) return { ...reply, error: shortened.error };
    request = { ...first, ...shortened.request };
    const refused = await admit(request, model);
    if (refused !== undefined || signal.aborted) return { ...reply, error: refused ?? error };
    await tell([
      { type: 'round-restart', round, message: 'Asking again with the shorter request.', wait: 0 },
    ]);
  }
}
