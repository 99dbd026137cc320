import { failureForModel } from '../converser/call/invocation/failure-text.ts';
import {
  type Canister,
  type InvocationCanister,
  isInvocation,
  type ResultCanister,
} from '../converser/words/canister/canister.ts';
import { text } from '../converser/words/canister/content.ts';
import { validHistory } from '../converser/words/canister/valid-history.ts';
import { wireName } from '../converser/words/ensemble/wire-name.ts';
import type { ModelRequest } from '../converser/words/models/provider.ts';

/** Some servers reject tool blocks in requests without tools, so calls and results become text. */
export function historyAsText(canisters: readonly Canister[]): readonly Canister[] {
  const names = new Map<string, string>();
  return canisters.map(canister => {
    if (isInvocation(canister)) names.set(canister.id, wireName(canister));
    switch (canister.role) {
      case 'invocation':
        return callAsText(canister);
      case 'result':
        return resultAsText(canister, names.get(canister.invocationId) ?? 'a tool');
      default:
        return canister;
    }
  });
}

export function withTextHistory(request: ModelRequest): ModelRequest {
  return { ...request, canisters: historyAsText(validHistory(request.canisters)) };
}

function callAsText(call: InvocationCanister): Canister {
  const { id, timestamp, marks } = call;
  const written = call.malformedArguments ?? JSON.stringify(call.arguments);
  const told = text(`[Called ${wireName(call)} with ${written}]`);
  return { id, timestamp, marks, role: 'assistant', content: [told] };
}

function resultAsText({ id, timestamp, marks, content, failure }: ResultCanister, name: string): Canister {
  const said = content.length === 0 && failure !== undefined ? [text(failureForModel(failure))] : content;
  return { id, timestamp, marks, role: 'user', content: [text(`[Result of ${name}:]`), ...said] };
}
