import { errorData, errors } from '../../converser/ground/errors.ts';
import type { Model, ModelEvent, ModelRequest, Provider } from '../../converser/words/models/provider.ts';

const label = 'Rehearsal (rule-based)';

export const rehearsalModel: Model = {
  provider: 'rehearsal',
  id: 'rehearsal',
  label,
  capabilities: { tools: 'native', images: false, findsTools: false },
  price: { input: 0, output: 0 },
  async *reply(request, signal) {
    try {
      const end = yield* say(request, signal);
      yield signal.aborted ? failure(errors.cancelled()) : end;
    } catch (cause) {
      yield failure(errors.modelFailed(label, 'a rule broke.', cause));
    }
  },
};

async function* say(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, ModelEvent> {
  const { decide } = await import('./decide.ts');
  const decision = decide(request);
  if (decision.kind === 'invoke') {
    yield nothingUsed;
    for (const { name, arguments: args } of decision.calls) {
      if (!signal.aborted) yield { type: 'invocation', name, arguments: args };
    }
    return { type: 'finish', reason: 'invocations' };
  }
  if (request.toolChoice === 'required') {
    return failure(errors.modelFailed(label, 'a call is required, and this request matches no rule.'));
  }
  yield nothingUsed;
  const { speak } = await import('./stream-text.ts');
  yield* speak(decision.text, signal);
  return { type: 'finish', reason: 'stop' };
}

/** It comes first, so that it is known even if the reply is stopped. */
const nothingUsed: ModelEvent = { type: 'usage', usage: { input: 0, output: 0 } };

function failure(fault: Parameters<typeof errorData>[0]): ModelEvent {
  return { type: 'failure', error: errorData(fault) };
}

export function createRehearsalProvider(): Provider {
  return { id: 'rehearsal', label: 'Rehearsal', models: async () => [rehearsalModel] };
}
