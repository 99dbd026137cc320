import { ordinaryMarks, type UserCanister } from '../converser/words/canister/canister.ts';
import { text } from '../converser/words/canister/content.ts';
import type { ModelRequest } from '../converser/words/models/provider.ts';

/** Adds a request for a call, for servers that can’t be told to require one. The caller checks the reply. */
export function callInWords(request: ModelRequest): ModelRequest {
  const { canisters, toolChoice } = request;
  if (toolChoice !== 'required' || request.tools.length === 0) return request;
  const demand: UserCanister = {
    id: 'required-call',
    timestamp: canisters.at(-1)?.timestamp ?? '1970-01-01T00:00:00.000Z',
    marks: ordinaryMarks,
    role: 'user',
    content: [text('Answer with a call of a tool this time, and not without one.')],
  };
  return { ...request, toolChoice: 'auto', canisters: [...canisters, demand] };
}
