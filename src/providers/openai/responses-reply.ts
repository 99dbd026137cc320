import type { ModelRequest } from '../../converser/models/provider.ts';
import { nativizeRequest } from '../../dialects/openai-responses/nativize-request.ts';
import { createReplyNormalizer } from '../../dialects/openai-responses/normalize-reply.ts';
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

  return async function* reply(request, options) {
    const { label, wire, signal } = options;
    const normalizer = createReplyNormalizer({
      provider: wire.provider,
      label,
      fragments: request.fragments,
    });
    for await (const event of await open(request, options)) {
      if (signal.aborted) return;
      yield normalizer.read(event);
    }
    if (!signal.aborted) yield normalizer.end();
  };
}

function refusesReasoning(cause: unknown): boolean {
  const { status, message } = Object(cause) as { readonly status?: unknown; readonly message?: unknown };
  return status === 400 && /encrypted.content|\binclude\b|reasoning input items/i.test(String(message));
}
