import { errorData, errors } from '../../src/converser/ground/errors.ts';
import type {
  Model,
  ModelCapabilities,
  ModelEvent,
  ModelRequest,
} from '../../src/converser/words/models/provider.ts';

/** What the model does in one round: its events, or a function that makes them from the request. */
export type Script =
  | readonly ModelEvent[]
  | ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>);

export interface ScriptedModel extends Model {
  readonly requests: readonly ModelRequest[];
}

/** A model that plays one script a round, in order, and says "Done." once they are used up. */
export function createScriptedModel(...scripts: readonly Script[]): ScriptedModel {
  const remaining = [...scripts];
  const requests: ModelRequest[] = [];
  const capabilities: ModelCapabilities = { tools: 'native', images: true };
  return {
    provider: 'scripted',
    id: 'model',
    label: 'Scripted model',
    capabilities,
    requests,
    async *reply(request, signal) {
      requests.push(request);
      const script = remaining.shift() ?? says('Done.');
      if (typeof script === 'function') yield* script(request, signal);
      else yield* untilStopped(script, signal);
    },
  };
}

async function* untilStopped(
  events: readonly ModelEvent[],
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void> {
  for (const event of events) {
    if (signal.aborted) {
      yield { type: 'failure', error: errorData(errors.cancelled()) };
      return;
    }
    yield event;
  }
}

export function says(text: string): readonly ModelEvent[] {
  return [
    { type: 'text-delta', text },
    { type: 'finish', reason: 'stop' },
  ];
}

/** A round that shows calls among what it says, and may not mean them. */
export function shows(text: string, ...calls: readonly WrittenCall[]): readonly ModelEvent[] {
  const proposed = calls.map(call => ({ ...invocation(call), proposed: true }) as const);
  return [{ type: 'text-delta', text }, ...proposed, { type: 'finish', reason: 'stop' }];
}

/** A round that invokes. */
export function invokes(...calls: readonly WrittenCall[]): readonly ModelEvent[] {
  return [...calls.map(invocation), { type: 'finish', reason: 'invocations' }];
}

/** What the model wrote as arguments. */
type WrittenCall = readonly [name: string, args: unknown];

function invocation([name, args]: WrittenCall) {
  return { type: 'invocation', name, arguments: args } as const;
}
