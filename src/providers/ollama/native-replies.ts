import type { ModelRequest } from '../../converser/words/models/provider.ts';
import { sizedWindow } from '../../converser/words/models/sized-window.ts';
import { estimateRequest } from '../../converser/words/spending/estimate-request.ts';
import { nativizeRequest } from '../../dialects/ollama-chat/nativize-request.ts';
import { createReplyNormalizer } from '../../dialects/ollama-chat/normalize-reply.ts';
import { capabilitiesOf } from '../facts/facts.ts';
import type { ListedModel } from '../facts/model-source.ts';
import type { Clients } from '../openai/client.ts';
import { eventReplies } from '../openai/event-replies.ts';
import type { Replies, ReplyOptions } from '../openai/openai-model.ts';
import { refusesSchema } from '../openai/quirks.ts';
import { reasonIn } from '../wire/explain-error.ts';
import { postJson } from '../wire/post-json.ts';
import { requestJson } from '../wire/request-json.ts';
import { withCutNotice } from './cut-notice.ts';
import { createLineReader, isLastLine } from './read-line.ts';

export function createNativeReplies({ id, facts = {} }: ListedModel, clients: Clients): Replies {
  const capabilities = capabilitiesOf(facts);
  // It runs elsewhere, with all the room that it was made for: https://docs.ollama.com/context-length
  const isRemote = /[:-]cloud$/.test(id);
  const windowFor = ({ wanted = {} }: ModelRequest) =>
    isRemote ? undefined : sizedWindow(capabilities, wanted);
  /** Older versions have no such level. */
  let hasMax = true;

  async function open(request: ModelRequest, { wire, signal, fetch }: ReplyOptions): Promise<Response> {
    const client = await clients();
    const { model, provider, images = true, thinks } = wire;
    const contextTokens = windowFor(request);
    for (let asked = request; ; ) {
      const most = hasMax ? 'max' : 'high';
      const all = nativizeRequest(asked, { model, provider, images, thinks, contextTokens });
      const body = all.think === 'max' ? { ...all, think: most } : all;
      const from = body.messages.findIndex(({ role }) => role !== 'system');
      const json = requestJson(body, { list: 'messages', from: Math.max(0, from) });
      try {
        return await postJson(client, '/api/chat', { json, signal, fetch });
      } catch (cause) {
        const { replySchema, ...others } = asked;
        if (body.think === 'max' && /\bthink\b/.test(reasonIn(cause))) hasMax = false;
        else if (replySchema !== undefined && refusesSchema(cause)) asked = others;
        else throw cause;
      }
    }
  }

  return eventReplies({
    dialect: 'ollama-chat',
    open,
    stream: { lines: true, isLast: isLastLine },
    createReader: createLineReader,
    createNormalizer(options, request) {
      const normalizer = createReplyNormalizer(options);
      const size = () => estimateRequest(request, options.provider);
      const asked = { label: options.label, window: windowFor(request), size };
      return { ...normalizer, end: () => withCutNotice(normalizer.end(), asked) };
    },
  });
}
