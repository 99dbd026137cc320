import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { ModelRequest } from '../../converser/words/models/provider.ts';
import { nativizeRequest, takesMoreTools } from '../../dialects/openai-responses/nativize-request.ts';
import { createReplyNormalizer } from '../../dialects/openai-responses/normalize-reply.ts';
import { postJson } from '../wire/post-json.ts';
import { requestJson } from '../wire/request-json.ts';
import { eventReplies } from './event-replies.ts';
import type { Replies, ReplyOptions } from './openai-model.ts';
import { refusesSchema } from './quirks.ts';
import { readResponseEvent } from './read-chunk.ts';

export function createResponsesReplies(): Replies {
  const unreasoning = new Set<string>();
  const unphased = new Set<string>();
  const unextended = new Set<string>();

  async function open(request: ModelRequest, { clients, wire, signal, exchange }: ReplyOptions) {
    const { origin, silence } = request;
    for (let asked = request; ; ) {
      const reasoning = !unreasoning.has(wire.model);
      const phases = !unphased.has(wire.model);
      // Only the vendor has a cache that we name.
      const moreTools = wire.cacheKey === true && takesMoreTools(wire.model) && !unextended.has(wire.model);
      try {
        const json = requestJson(nativizeRequest(asked, { ...wire, reasoning, phases, moreTools }), {
          list: 'input',
        });
        // The stream of `client.responses.create` has no limits.
        return await postJson(clients, '/responses', { json, signal, exchange, origin, silence });
      } catch (cause) {
        const { replySchema, ...others } = asked;
        if (reasoning && refusesReasoning(cause)) unreasoning.add(wire.model);
        else if (moreTools && refusesMoreTools(cause, asked)) unextended.add(wire.model);
        else if (phases && refusesPhases(cause)) unphased.add(wire.model);
        else if (replySchema !== undefined && refusesSchema(cause)) asked = others;
        else throw cause;
      }
    }
  }

  return eventReplies({
    dialect: 'openai-responses',
    open,
    parse: readResponseEvent,
    eventsOfWhole: response => eventsOfResponse(response as unknown as JsonObject),
    createNormalizer: createReplyNormalizer,
  });
}

function refusesReasoning(cause: unknown): boolean {
  return refuses(cause, /encrypted.content|\binclude\b|reasoning input items/i);
}

function refusesMoreTools(cause: unknown, { tools }: ModelRequest): boolean {
  return tools.some(({ found }) => found) && refuses(cause, /additional_tools|any expected variant/i);
}

function refusesPhases(cause: unknown): boolean {
  return refuses(cause, /\binput\b.*\bphase\b|["'`]phase["'`]/i);
}

function refuses(cause: unknown, what: RegExp): boolean {
  const { status, message } = Object(cause) as { readonly status?: unknown; readonly message?: unknown };
  return (status === 400 || status === 422) && what.test(String(message));
}

/** Servers that do not stream send a whole response, whose status says how it ended. */
function eventsOfResponse(response: JsonObject): readonly ResponseStreamEvent[] {
  if (!Array.isArray(response.output)) return [];
  return [{ type: 'response.done', response } as unknown as ResponseStreamEvent];
}
