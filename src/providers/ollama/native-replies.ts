import { isJsonObject, type JsonObject, parseJson } from '../../converser/ground/json/json.ts';
import { numberText } from '../../converser/ground/wording/numbers.ts';
import type { ModelEvent, ModelRequest } from '../../converser/words/models/provider.ts';
import { sizedWindow } from '../../converser/words/models/sized-window.ts';
import { estimateRequest } from '../../converser/words/spending/estimate-request.ts';
import type { OllamaChunk } from '../../dialects/ollama-chat/api.ts';
import { nativizeRequest } from '../../dialects/ollama-chat/nativize-request.ts';
import { createReplyNormalizer } from '../../dialects/ollama-chat/normalize-reply.ts';
import { ReportedError } from '../../dialects/reported-error.ts';
import { capabilitiesOf } from '../facts/facts.ts';
import type { ListedModel } from '../facts/model-source.ts';
import type { Clients } from '../openai/client.ts';
import { eventReplies } from '../openai/event-replies.ts';
import type { Replies, ReplyOptions } from '../openai/openai-model.ts';
import { refusesSchema } from '../openai/quirks.ts';
import type { Answer } from '../wire/exchange.ts';
import { reasonIn } from '../wire/explain-error.ts';
import { postJson } from '../wire/post-json.ts';
import type { ServerEvent } from '../wire/read-events.ts';
import { refuseReport } from '../wire/reported.ts';
import { requestJson } from '../wire/request-json.ts';

export function createNativeReplies({ id, facts = {} }: ListedModel, clients: Clients): Replies {
  const capabilities = capabilitiesOf(facts);
  // It runs elsewhere, with all the room that it was made for: https://docs.ollama.com/context-length
  const isRemote = /[:-]cloud$/.test(id);
  const windowFor = ({ wanted = {} }: ModelRequest) =>
    isRemote ? undefined : sizedWindow(capabilities, wanted);
  let hasMax = true;

  async function open(request: ModelRequest, { wire, signal, exchange }: ReplyOptions): Promise<Answer> {
    const { origin, silence } = request;
    const { model, provider, images = true, thinks } = wire;
    const contextTokens = windowFor(request);
    for (let asked = request; ; ) {
      const most = hasMax ? 'max' : 'high';
      const all = nativizeRequest(asked, { model, provider, images, thinks, contextTokens });
      const body = all.think === 'max' ? { ...all, think: most } : all;
      const from = body.messages.findIndex(({ role }) => role !== 'system');
      const json = requestJson(body, { list: 'messages', from: Math.max(0, from) });
      try {
        return await postJson(clients, '/api/chat', { json, signal, exchange, origin, silence });
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
    parse: readLine,
    createNormalizer(options, request) {
      const normalizer = createReplyNormalizer(options);
      const size = () => estimateRequest(request, options.provider);
      const asked = { label: options.label, window: windowFor(request), size };
      return { ...normalizer, end: () => withCutNotice(normalizer.end(), asked) };
    },
  });
}

interface Asked {
  readonly label: string;
  readonly window: number | undefined;
  readonly size: () => number;
}

/** Versions of Ollama from before October 2025 cut a prompt that is too long, whatever they are told. */
function withCutNotice(events: readonly ModelEvent[], { label, window, size }: Asked): readonly ModelEvent[] {
  const read = events.flatMap(event => (event.type === 'usage' ? (event.usage.input ?? []) : [])).at(-1);
  if (window === undefined || read === undefined) return events;
  const tokens = size();
  if (read < window && tokens < window * doubt) return events;
  const message = `${label} has read only ${numberText(read)} tokens of about ${numberText(tokens)}: its window has ${numberText(window)}, and Ollama has left out the oldest messages. Update Ollama, or give the model a larger window with the option contextTokens.`;
  return [{ type: 'notice', message }, ...events];
}

const doubt = 1.4;

function readLine(line: ServerEvent): OllamaChunk {
  const chunk = parseJson(line.data);
  if (!isJsonObject(chunk)) {
    refuseReport(chunk ?? null, line);
    throw new SyntaxError('its reply contains a line that isn’t an object in JSON.');
  }
  if (chunk.error) throw new ReportedError(reportIn(chunk));
  if (!isJsonObject(chunk.message)) refuseReport(chunk, line);
  if (chunk.done === true && (chunk.done_reason === 'load' || chunk.done_reason === 'unload'))
    throw new ReportedError({
      message: `it has only ${chunk.done_reason}ed the model.`,
      type: 'server_error',
    });
  return chunk as unknown as OllamaChunk;
}

/** The status stands beside the error, if at all: https://docs.ollama.com/api/errors */
function reportIn({ error, status }: JsonObject): JsonObject {
  const kind = typeof status === 'number' ? { code: status } : { type: 'server_error' };
  return { ...kind, ...(isJsonObject(error) ? error : { message: String(error) }) };
}

/** Arguments of a call may have a field of that name, too. */
function isLastLine({ data }: ServerEvent): boolean {
  if (!/"done":\s*true/.test(data)) return false;
  const chunk = parseJson(data);
  return isJsonObject(chunk) && chunk.done === true;
}
