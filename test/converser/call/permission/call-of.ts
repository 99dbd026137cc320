import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import { ordinaryMarks } from '../../../../src/converser/words/canister/canister.ts';
import type { Call } from '../../../../src/converser/words/ensemble/call.ts';
import type { Invoker } from '../../../../src/converser/words/ensemble/invoker.ts';

/** A call of the tool in a conversation. */
export function callOf(
  invoker: Invoker,
  { conversationId = 'c', args = {} }: { readonly conversationId?: string; readonly args?: JsonObject } = {},
): Call {
  return {
    conversationId,
    invoker,
    invocation: {
      id: 'call-1',
      role: 'invocation',
      timestamp: '2026-01-01T00:00:00.000Z',
      content: [],
      marks: ordinaryMarks,
      ensemble: invoker.ensemble,
      name: invoker.name,
      arguments: args,
    },
  };
}
