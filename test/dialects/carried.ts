import type Anthropic from '@anthropic-ai/sdk';
import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { Canister } from '../../src/converser/words/canister/canister.ts';
import type { ModelEvent, ModelRequest } from '../../src/converser/words/models/provider.ts';
import { nativizeReply as messagesReply } from '../../src/dialects/anthropic-messages/nativize-reply.ts';
import { nativizeRequest as toMessages } from '../../src/dialects/anthropic-messages/nativize-request.ts';
import { createReplyNormalizer as fromMessagesReply } from '../../src/dialects/anthropic-messages/normalize-reply.ts';
import { normalizeRequest as fromMessages } from '../../src/dialects/anthropic-messages/normalize-request.ts';
import { nativizeRequest as toContract } from '../../src/dialects/contract/nativize-request.ts';
import { contractPrompt } from '../../src/dialects/contract/prompt.ts';
import { nativizeReply as chatReply } from '../../src/dialects/openai-chat/nativize-reply.ts';
import { nativizeRequest as toChat } from '../../src/dialects/openai-chat/nativize-request.ts';
import { createReplyNormalizer as fromChatReply } from '../../src/dialects/openai-chat/normalize-reply.ts';
import { normalizeRequest as fromChat } from '../../src/dialects/openai-chat/normalize-request.ts';
import { nativizeReply as responsesReply } from '../../src/dialects/openai-responses/nativize-reply.ts';
import { nativizeRequest as toResponses } from '../../src/dialects/openai-responses/nativize-request.ts';
import { createReplyNormalizer as fromResponsesReply } from '../../src/dialects/openai-responses/normalize-reply.ts';
import { normalizeRequest as fromResponses } from '../../src/dialects/openai-responses/normalize-request.ts';

/** What becomes of a request on a wire: all of it as text, and what whoever reads it makes of it. */
export interface Carried {
  readonly written: string;
  readonly read: ModelRequest;
}

const wire = { model: 'm', provider: 'maker', files: true };
const timestamp = '1999-01-01T00:00:00.000Z';

function carried(sent: object, read: (body: unknown) => ModelRequest): Carried {
  const written = JSON.stringify(sent);
  return { written, read: read(JSON.parse(written)) };
}

/** There and back on each wire, in the order of the columns of the table. */
export const requestWires: Readonly<Record<string, (request: ModelRequest) => Carried>> = {
  'Anthropic Messages': request =>
    carried(toMessages(request, { ...wire, maxTokens: 9 }), body => fromMessages(body, { timestamp })),
  'Chat Completions': request => carried(toChat(request, wire), body => fromChat(body, { timestamp })),
  Responses: request => carried(toResponses(request, wire), body => fromResponses(body, { timestamp })),
  contract: request => {
    const protocol = contractPrompt(request.tools, request);
    const canisters: readonly Canister[] = toContract(request.canisters, { protocol, images: true });
    const spoken = { canisters, tools: [], ...(request.options && { options: request.options }) };
    return carried(toChat(spoken, wire), body => fromChat(body, { timestamp }));
  },
};

export async function* streamOf(events: readonly ModelEvent[]): AsyncGenerator<ModelEvent, void> {
  yield* events;
}

type Reader = { readonly provider: string; readonly label: string; readonly fragments?: boolean };

/** The head of a reply. */
export function replyHead() {
  let count = 0;
  return { id: 'r', model: 'm', created: 1, usage: true, nextCallId: () => `call_${++count}` };
}

type Carry = (events: readonly ModelEvent[], reader?: Reader) => Promise<readonly ModelEvent[]>;

const maker: Reader = { provider: 'maker', label: 'Test' };

/** A reply, there and back. */
export const replyWires: Readonly<Record<string, Carry>> = {
  'Anthropic Messages': async (events, reader = maker) => {
    const normalizer = fromMessagesReply(reader);
    const stream = await Array.fromAsync(messagesReply(streamOf(events), replyHead()));
    const read = stream.flatMap(event => normalizer.push(event as Anthropic.RawMessageStreamEvent));
    return [...read, ...normalizer.end()];
  },
  'Chat Completions': async (events, reader = maker) => {
    const normalizer = fromChatReply(reader);
    const stream = await Array.fromAsync(chatReply(streamOf(events), replyHead()));
    const read = stream.flatMap(chunk => ('error' in chunk ? [] : normalizer.read(chunk)));
    return [...read, ...normalizer.end()];
  },
  Responses: async (events, reader = maker) => {
    const normalizer = fromResponsesReply(reader);
    const stream = await Array.fromAsync(responsesReply(streamOf(events), replyHead()));
    const read = stream.flatMap(event => normalizer.read(event as unknown as ResponseStreamEvent));
    return [...read, ...normalizer.end()];
  },
};
