import { groupsOf } from '../../converser/async/in-groups.ts';
import type { ModelRequest } from '../../converser/models/provider.ts';
import { nativizeRequest } from '../../dialects/openai-responses/nativize-request.ts';
import { createReplyNormalizer } from '../../dialects/openai-responses/normalize-reply.ts';
import { streamedReply } from '../wire/streamed-reply.ts';
import type { Replies, ReplyOptions } from './openai-model.ts';
import { refusesSchema } from './quirks.ts';

/** Replies in Responses. Remembers which models do not reason. */
export function createResponsesReplies(): Replies {
  const unreasoning = new Set<string>();

  async function open(request: ModelRequest, { clients, wire, signal }: ReplyOptions) {
    const client = await clients();
    for (let asked = request; ; ) {
      const reasoning = !unreasoning.has(wire.model);
      try {
        return await client.responses.create(nativizeRequest(asked, { ...wire, reasoning }), { signal });
      } catch (cause) {
        const { replySchema, ...others } = asked;
        if (reasoning && refusesReasoning(cause)) unreasoning.add(wire.model);
        else if (replySchema !== undefined && refusesSchema(cause)) asked = others;
        else throw cause;
      }
    }
  }

  return function reply(request, options) {
    const { label, wire, signal, explain } = options;
    const { fragments } = request;
    const normalizer = createReplyNormalizer({ provider: wire.provider, label, fragments });
    const begin = async () => groupsOf(await open(request, options));
    return streamedReply({ ...normalizer, open: begin, explain }, signal);
  };
}

function refusesReasoning(cause: unknown): boolean {
  const { status, message } = Object(cause) as { readonly status?: unknown; readonly message?: unknown };
  return status === 400 && /encrypted.content|\binclude\b|reasoning input items/i.test(String(message));
}
