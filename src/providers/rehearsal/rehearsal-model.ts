import { errorData, errors } from '../../converser/errors.ts';
import type { Model, ModelEvent, ModelRequest } from '../../converser/models/provider.ts';
import type { Decision } from './decide.ts';

const label = 'Rehearsal (rule-based)';

/**
 * The embedded model that goes by rules. It needs no network and no key, and what it replies follows from the request
 * alone. It counts no tokens, because it reads none, and costs nothing.
 */
export const rehearsalModel: Model = {
  provider: 'rehearsal',
  id: 'rehearsal',
  label,
  capabilities: { tools: 'native', images: false },
  price: { input: 0, output: 0 },
  async *reply(request, signal) {
    const end = yield* say(await decideSafely(request), { request, signal });
    yield signal.aborted ? failure(errors.cancelled()) : end;
  },
};

type Decided = Decision | { readonly kind: 'broken'; readonly cause: unknown };

/** The rules are loaded with the first request: a list of models needs none of them. */
async function decideSafely(request: ModelRequest): Promise<Decided> {
  try {
    const { decide } = await import('./decide.ts');
    return decide(request);
  } catch (cause) {
    return { kind: 'broken', cause };
  }
}

/** Says all but the last event, and returns that one. */
async function* say(
  decision: Decided,
  { request, signal }: { readonly request: ModelRequest; readonly signal: AbortSignal },
): AsyncGenerator<ModelEvent, ModelEvent> {
  if (decision.kind === 'broken') return failure(errors.modelFailed(label, 'a rule broke.', decision.cause));
  if (decision.kind === 'invoke') {
    yield nothingUsed;
    for (const { name, arguments: args } of decision.calls) {
      if (!signal.aborted) yield { type: 'invocation', name, arguments: args };
    }
    return { type: 'finish', reason: 'invocations' };
  }
  if (request.toolChoice === 'required') {
    return failure(errors.modelFailed(label, 'a call was required, and no rule makes one of this request.'));
  }
  yield nothingUsed;
  const { speak } = await import('./stream-text.ts');
  yield* speak(decision.text, signal);
  return { type: 'finish', reason: 'stop' };
}

/** Told first, so that it is known also of a reply that is stopped. */
const nothingUsed: ModelEvent = { type: 'usage', usage: { input: 0, output: 0 } };

function failure(fault: Parameters<typeof errorData>[0]): ModelEvent {
  return { type: 'failure', error: errorData(fault) };
}
