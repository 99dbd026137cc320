import type { ResultCanister } from '../../../converser/canister/canister.ts';
import type { Conversation } from '../../../converser/conversation/conversation.ts';
import type { CallableInvokers } from '../../../converser/ensemble/ensemble-roster.ts';
import { createExactDeduplicator } from '../../../converser/invocation/deduplicator.ts';
import { createInvocationsProcessor } from '../../../converser/invocation/invocations-processor.ts';
import type { JsonObject } from '../../../converser/json/json.ts';
import type { ConversePorts } from '../../../converser/turn/converse.ts';
import type { CallWatch } from '../call-watch.ts';

export interface InvokerCall {
  /** A wire name, or another by which the roster finds an invoker. */
  readonly name: string;
  readonly arguments: JsonObject;
  /** Whose state and whose permissions the call uses. */
  readonly conversation: Conversation;
  /** Those that the client may call. */
  readonly callable: CallableInvokers;
}

/** Runs one call of a client as a model's call is run. Never rejects. */
export async function callInvoker(
  { name, arguments: args, conversation, callable }: InvokerCall,
  { permissions, host, limits }: Omit<ConversePorts, 'roster'>,
  { signal, progress }: CallWatch,
): Promise<ResultCanister> {
  const processor = createInvocationsProcessor({
    conversation,
    callable,
    permissions,
    // What a client asks for twice, it wants twice.
    deduplicator: createExactDeduplicator(),
    host,
    resultLimit: limits.resultCharacters,
  });
  const { result } = await processor.process(processor.prepare(name, args), {
    signal,
    onProgress: ({ message, fraction }) => progress(message, fraction),
  });
  return result;
}
