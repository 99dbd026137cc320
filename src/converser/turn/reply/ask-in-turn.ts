import { type Tell, tellAll } from '../../ground/async/told.ts';
import type { ErrorData } from '../../ground/errors.ts';
import type { Fallback } from '../../words/canister/canister.ts';
import type { Turn } from '../../words/conversation/conversation.ts';
import type { AnsweringModel, ConverseEvent } from '../../words/conversation/converse-event.ts';
import type { Model, ModelRequest } from '../../words/models/provider.ts';
import type { Answering, Unanswered } from './answering.ts';
import { type AskOptions, askModel } from './ask-model.ts';
import type { ModelReply } from './collect-reply.ts';

export interface AskingInTurn {
  readonly answering: Answering;
  readonly requests: RequestsInTurn;
  readonly turn: Pick<Turn, 'fallBack'>;
}

export interface RequestsInTurn {
  next(model: Model): Promise<ModelRequest>;
  shorter(model: Model, rejection: Rejection): Promise<Shortened>;
}

export interface Rejection {
  readonly error: ErrorData;
  readonly attempt: number;
}

export type Shortened = { readonly request: ModelRequest } | { readonly error: ErrorData };

const patience = 8_000;

/** A fallback makes void what was said, and keeps the rest of the turn. */
export async function askInTurn(
  first: ModelRequest,
  asking: AskOptions,
  { answering, requests, turn }: AskingInTurn,
): Promise<ModelReply> {
  const { round, signal, tell } = asking;
  let request = first;
  for (;;) {
    const patient = answering.hasNext() ? { ...request, patience } : request;
    const reply = await askUntilItFits(patient, asking, { model: answering.model, requests });
    const cause = signal.aborted ? undefined : whyUnanswered(reply);
    if (cause === undefined) return reply;
    const fallback = await tellAll(answering.next(cause, signal), tell);
    if (fallback === undefined || signal.aborted) return reply;
    request = await requests.next(answering.model);
    const refused = await asking.admit(request, answering.model);
    if (refused !== undefined) return { content: [], invocations: [], reason: 'stop', error: refused };
    turn.fallBack(fallback);
    const { message } = fallback;
    const { error } = reply;
    const model = answeringModel(answering);
    await tell([{ type: 'round-restart', round, message, wait: 0, ...(error && { error }), model }]);
  }
}

export async function beginAnswering(
  answering: Answering,
  turn: Pick<Turn, 'fallBack'>,
  { signal, tell }: { readonly signal: AbortSignal; readonly tell: Tell<ConverseEvent> },
): Promise<Fallback | undefined> {
  const beginning = answering.begin(signal);
  const fallback = beginning && (await tellAll(beginning, tell));
  if (fallback === undefined) return undefined;
  turn.fallBack(fallback);
  await tell([{ type: 'notice', message: fallback.message }]);
  return fallback;
}

export function answeringModel({ model }: Pick<Answering, 'model'>): AnsweringModel {
  return { provider: model.provider, id: model.id, label: model.label };
}

function whyUnanswered({ error, reason, content, invocations }: ModelReply): Unanswered | undefined {
  if (error !== undefined) return { error, begun: content.length > 0 || invocations.length > 0 };
  return reason === 'refusal' ? 'refused' : undefined;
}

/** Asks again if the model rejects a request as too long. The first request was admitted already. */
async function askUntilItFits(
  first: ModelRequest,
  asking: AskOptions,
  { model, requests }: Pick<AskingInTurn, 'requests'> & { readonly model: Model },
): Promise<ModelReply> {
  const { round, signal, admit, tell } = asking;
  let request = first;
  for (let attempt = 1; ; attempt++) {
    const reply = await askModel(model, request, asking);
    const { error } = reply;
    if (error?.code !== 'context-overflow' || signal.aborted) return reply;
    const shortened = await requests.shorter(model, { error, attempt });
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
