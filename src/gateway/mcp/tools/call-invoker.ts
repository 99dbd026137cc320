import { createDeduplicator } from '../../../converser/call/invocation/deduplication/deduplicator.ts';
import { createInvocationsProcessor } from '../../../converser/call/invocation/invocations-processor.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject } from '../../../converser/ground/json/json.ts';
import type { ConversePorts } from '../../../converser/turn/converse-options.ts';
import type { ResultCanister } from '../../../converser/words/canister/canister.ts';
import type { Conversation } from '../../../converser/words/conversation/conversation.ts';
import type { CallableInvokers } from '../../../converser/words/ensemble/ensemble-roster.ts';
import { type Invoker, isReply, type Returned } from '../../../converser/words/ensemble/invoker.ts';
import type { CallWatch } from '../call-watch.ts';

export interface InvokerCall {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly conversation: Conversation;
  readonly callable: CallableInvokers;
}

export interface InvokerResult {
  readonly result: ResultCanister;
  readonly structured?: JsonObject;
  readonly isPromised: boolean;
}

/** Runs a client's call as a model's. Never rejects. */
export async function callInvoker(
  { name, arguments: args, conversation, callable }: InvokerCall,
  { permissions, host, limits, journal, breakers }: Omit<ConversePorts, 'roster'>,
  { signal, progress, askCaller }: CallWatch,
): Promise<InvokerResult> {
  const changes = journal?.record({ conversationId: conversation.id, title: name });
  const processor = createInvocationsProcessor({
    conversation,
    callable,
    permissions,
    // What a client asks for twice, it wants twice.
    deduplicator: createDeduplicator(host),
    host,
    resultLimit: limits.resultCharacters,
    changes,
    breakers,
  });
  const prepared = processor.prepare(name, args);
  let returned: Returned;
  const { result } = await processor.process(prepared, {
    signal,
    ...defined({ askCaller }),
    onReturned(value) {
      returned = value;
    },
    onProgress: ({ message, fraction }) => progress(message, fraction),
  });
  conversation.show([prepared.invocation, result]);
  // A change that is still being made need not be waited for.
  void changes?.end();
  const { returns, output } = prepared.kind === 'refused' ? unknown : prepared.call.invoker;
  const value = isReply(returned) ? returned.structured : returned;
  // The user's own template left something out, so no client gets it.
  const isWhole = result.failure === undefined && output?.model === undefined;
  const structured = isWhole && isJsonObject(value) ? value : undefined;
  return defined({ result, structured, isPromised: returns !== undefined });
}

const unknown: Partial<Invoker> = {};
