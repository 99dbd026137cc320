import { rewritten } from '../../converser/async/in-groups.ts';
import { errors } from '../../converser/errors.ts';
import { isJsonObject } from '../../converser/json/json.ts';
import { nativizeReply } from '../../dialects/openai-responses/nativize-reply.ts';
import { normalizeRequest } from '../../dialects/openai-responses/normalize-request.ts';
import { type StreamItem, silentPing, type Wire } from './wire.ts';

/** OpenAI's Responses. None is stored. */
export const responsesWire: Wire = {
  path: '/v1/responses',
  ping: silentPing,
  read(body, { timestamp }) {
    const request = normalizeRequest(body, { timestamp });
    const { model, clientTools } = request;
    return {
      request,
      stream(events, { next, now }) {
        const created = Math.floor(now.getTime() / 1000);
        const asked = { ...(isJsonObject(body) && { request: body }), ...(clientTools && { clientTools }) };
        const named = { id: next('resp'), model, created, ...asked };
        let count = 0;
        const written = nativizeReply(events, { ...named, nextCallId: () => next('call') });
        return rewritten(written, {
          write: event => [{ event: event.type, data: { ...event, sequence_number: count++ } }],
        });
      },
      whole: lastResponse,
    };
  },
};

/** The last event of a stream holds the whole response. */
async function lastResponse(items: AsyncIterable<StreamItem>): Promise<object> {
  let last: unknown;
  for await (const { data } of items) if (isJsonObject(data)) last = data.response;
  if (!isJsonObject(last)) throw errors.modelFailed('The model', 'it sent nothing.');
  return last;
}
