import { errorData, errors } from '../../../converser/ground/errors.ts';
import { perObject } from '../../../converser/ground/object-memory.ts';
import type {
  Model,
  ModelEvent,
  ModelRequest,
  ToolDefinition,
} from '../../../converser/words/models/provider.ts';
import { estimateRequest } from '../../../converser/words/spending/estimate-request.ts';
import { type ContractForm, ordinaryForm } from '../../../dialects/contract/forms/contract-form.ts';
import { quotationsIn } from '../quotations.ts';
import type { Asking } from './asking.ts';
import { type Attempt, attemptReply } from './attempt-reply.ts';
import { contractRequest } from './contract-request.ts';
import { nextRequest, type Progress } from './next-request.ts';

/**
 * Calls that the model may not have meant, or copied, are `proposed`.
 * If the tools in full would take too much of the window, it gets signatures, and asks for descriptions.
 * Invariant: a reply takes at most two requests, and one for each time that descriptions are told. The second
 * says what is wrong with calls; then the text is shown as it is, so that no turn ends with nothing.
 */
export function withContract(model: Model, form: ContractForm = ordinaryForm): Model {
  const { countTokens } = model;
  const spokenOf = (request: ModelRequest) => contractRequest({ model, request, form }).spoken;
  return {
    ...model,
    capabilities: { ...model.capabilities, tools: 'native', contract: true },
    reply: (request, signal) => reply({ model, request, form, signal }),
    async countTokens(request, signal) {
      const spoken = spokenOf(request);
      return countTokens?.call(model, spoken, signal) ?? estimateRequest(spoken, model.provider);
    },
    ...(countTokens ? {} : { countedBy: 'estimate' }),
    toolTokens: perObject((tools: ModelRequest['tools']) =>
      estimateRequest(spokenOf({ canisters: [], tools }), model.provider),
    ),
  };
}

async function* reply(asking: Asking & { readonly signal: AbortSignal }): AsyncGenerator<ModelEvent, void> {
  const { model, request, signal } = asking;
  const { spoken, describer } = contractRequest(asking);
  const tools = describer === undefined ? request.tools : [...request.tools, describer];
  const isQuotation = quotationsIn(request);
  let progress: Progress = { spoken, describer, described: 0 };
  for (;;) {
    const { before } = progress;
    const made = yield* attemptReply(model, progress.spoken, {
      tools,
      isQuotation,
      signal,
      ...(before && { before }),
    });
    const next = made.end.type === 'failure' ? { attempt: made } : nextRequest(made, asking, progress);
    const { attempt } = next;
    if (next.progress === undefined) {
      const { complained } = progress;
      const settled = complained === undefined ? attempt : settle(complained, attempt);
      return yield* finish(withoutDescriber(settled, describer));
    }
    if (signal.aborted) return yield { type: 'failure', error: errorData(errors.cancelled()) };
    if (attempt.said.trim() !== '') yield { type: 'text-delta', text: '\n\n' };
    progress = next.progress;
  }
}

/** If the second attempt is empty, the rest of the first is shown. */
function settle(first: Attempt, second: Attempt): Attempt {
  const isStopped = second.end.type === 'failure' && second.end.error.code === 'cancelled';
  const isEmpty = second.said.trim() === '' && second.calls.length === 0 && second.held.length === 0;
  if (isStopped || (!isEmpty && second.end.type !== 'failure')) return second;
  const isNothing = first.held.length === 0 && first.said.trim() === '';
  if (second.end.type === 'failure' && isNothing) return second;
  const { held, complaints } = first;
  return { ...second, calls: [], proposals: [], held, complaints, end: first.end };
}

function withoutDescriber(attempt: Attempt, describer: ToolDefinition | undefined): Attempt {
  const isOthers = ({ name }: { readonly name: string }) => name !== describer?.name;
  return {
    ...attempt,
    calls: attempt.calls.filter(isOthers),
    proposals: attempt.proposals.filter(isOthers),
  };
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
