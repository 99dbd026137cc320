import type { ConverseEvent } from '../../../converser/words/conversation/converse-event.ts';
import { fullName } from '../../../converser/words/ensemble/invoker.ts';

export function describeProgress(model: string): (event: ConverseEvent) => string | undefined {
  const calls = new Map<string, string>();
  return event => {
    switch (event.type) {
      case 'round-start':
        return event.round === 1 ? `Asking ${model}` : `Asking ${model} again (round ${event.round})`;
      case 'round-restart':
      case 'notice':
        return event.message;
      case 'invocation-start':
        calls.set(event.canister.id, fullName(event.canister));
        return `Calling ${fullName(event.canister)}`;
      case 'invocation-edit':
        return `The user changed the arguments of ${fullName(event.canister)}`;
      case 'invocation-progress':
        return `${calls.get(event.invocationId)}: ${event.message}`;
      case 'invocation-end': {
        const { invocationId, failure } = event.canister;
        return `${calls.get(invocationId)} ${failure === undefined ? 'is done' : 'failed'}`;
      }
      case 'turn-start':
      case 'message-added':
      case 'window':
      case 'round-end':
      case 'text-delta':
      case 'reasoning-delta':
      case 'reasoning-end':
      case 'usage':
      case 'joined':
      case 'turn-end':
        return undefined;
    }
  };
}
