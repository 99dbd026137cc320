import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import type { Call } from '../../../../src/converser/words/ensemble/call.ts';
import { fullName, type Invoker } from '../../../../src/converser/words/ensemble/invoker.ts';
import { canisterMaker } from '../../../sidebar/canisters.ts';

/** A call of the tool in a conversation. */
export function callOf(
  invoker: Invoker,
  { conversationId = 'c', args = {} }: { readonly conversationId?: string; readonly args?: JsonObject } = {},
): Call {
  return {
    conversationId,
    invoker,
    invocation: canisterMaker().invocation('call-1', fullName(invoker), args),
  };
}
