import { errorData, errors } from '../../../converser/errors.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../converser/models/provider.ts';
import { nativizeRequest } from '../../../dialects/contract/nativize-request.ts';
import { contractPrompt, type PromptOptions } from '../../../dialects/contract/prompt.ts';
import { contractSchema } from '../../../dialects/contract/reply-schema.ts';
import { type Attempt, attemptReply } from './attempt-reply.ts';
import { complaintAbout, withComplaint } from './complain.ts';

/** How the contract is worded. Default: the full form, or the minimal one for a small context. */
export interface ContractOptions extends Pick<PromptOptions, 'form'> {
  /** The user's own wording, read for each request; empty for ours. */
  readonly template?: () => string;
}

/**
 * Gives tools to a model that only reads and writes text: the contract describes them, and calls are recognized in its
 * text. If its server can enforce a schema, the model can write nothing else.
 *
 * A call that the model showed and may not have meant is `proposed`, after the calls that it made.
 *
 * Invariant: a reply takes at most two requests. The second one says what is wrong with calls that cannot be read or do
 * not fit their tools. If that does not help, the model's text is shown as it is, so that no turn ends with nothing.
 * Nothing is remembered from one reply to the next.
 */
export function withContract(model: Model, options: ContractOptions = {}): Model {
  const { countTokens } = model;
  return {
    ...model,
    capabilities: { ...model.capabilities, tools: 'native', contract: true },
    reply: (request, signal) => reply({ model, request, options, signal }),
    ...(countTokens && {
      countTokens: (request: ModelRequest, signal: AbortSignal) =>
        countTokens.call(model, spokenRequest({ model, request, options }), signal),
    }),
  };
}

interface Asking {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly options: ContractOptions;
}

/** In a smaller context, the descriptions and schemas of a dozen tools would take up half. */
const littleRoom = 8192;

function spokenRequest({ model, request, options }: Asking): ModelRequest {
  const {
    images,
    contextTokens = littleRoom,
    replySchema: constrained = false,
    parallel: canParallel,
  } = model.capabilities;
  const { toolChoice, tools } = request;
  const parallel = request.parallel === false ? false : canParallel;
  const asked = { ...(toolChoice && { toolChoice }), ...(parallel === undefined ? {} : { parallel }) };
  const form = options.form ?? (contextTokens < littleRoom ? 'minimal' : 'full');
  const template = options.template?.() ?? '';
  const protocol = contractPrompt(tools, { form, template, ...asked, constrained });
  const own = constrained && tools.length > 0 ? contractSchema(tools, asked) : undefined;
  const replySchema = own ?? (tools.length > 0 ? undefined : request.replySchema);
  return {
    canisters: nativizeRequest(request.canisters, { protocol, images }),
    tools: [],
    ...(replySchema && { replySchema }),
    ...(request.options && { options: request.options }),
    ...(request.dialect && { dialect: request.dialect }),
  };
}

async function* reply(asking: Asking & { readonly signal: AbortSignal }): AsyncGenerator<ModelEvent, void> {
  const { model, request, signal } = asking;
  const { tools } = request;
  const spoken = spokenRequest(asking);
  const first = yield* attemptReply(model, spoken, { tools, signal });
  const complaint = complaintAbout(first, request);
  if (first.end.type === 'failure' || complaint === undefined) return yield* finish(first);
  if (signal.aborted) return yield { type: 'failure', error: errorData(errors.cancelled()) };

  const isSaid = first.said.trim() !== '';
  if (isSaid) yield { type: 'text-delta', text: '\n\n' };
  const before = { said: isSaid ? `${first.said}\n\n` : '', usage: first.usage };
  const again = withComplaint(spoken, { reply: first.written, complaint });
  const second = yield* attemptReply(model, again, { tools, before, signal });
  yield* finish(settle(first, second));
}

/** The outcome of both attempts. If the second is empty, the rest of the first is shown. */
function settle(first: Attempt, second: Attempt): Attempt {
  const isStopped = second.end.type === 'failure' && second.end.error.code === 'cancelled';
  const isEmpty = second.said.trim() === '' && second.calls.length === 0 && second.held.length === 0;
  if (isStopped || (!isEmpty && second.end.type !== 'failure')) return second;
  const isNothing = first.held.length === 0 && first.said.trim() === '';
  if (second.end.type === 'failure' && isNothing) return second;
  const { held, complaints } = first;
  return { ...second, calls: [], proposals: [], held, complaints, end: { type: 'finish', reason: 'stop' } };
}

async function* finish(attempt: Attempt): AsyncGenerator<ModelEvent, void> {
  const { calls, proposals, held, complaints, end, usage } = attempt;
  if (end.type === 'failure') return yield end;
  const isSound = complaints.length === 0;
  if (!isSound && held.length > 0) yield { type: 'text-delta', text: held.join('\n') };
  const meant = isSound ? calls : [];
  for (const call of meant) yield { type: 'invocation', ...call };
  for (const call of proposals) yield { type: 'invocation', ...call, proposed: true };
  if (usage !== undefined) yield { type: 'usage', usage };
  const reason = end.reason === 'invocations' ? 'stop' : end.reason;
  yield { type: 'finish', reason: meant.length > 0 ? 'invocations' : reason };
}
