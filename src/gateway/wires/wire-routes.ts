import { type Context, Hono } from 'hono';
import { validHistory } from '../../converser/canister/valid-history.ts';
import { type ErrorData, errorData } from '../../converser/errors.ts';
import type { Model, ModelEvent } from '../../converser/models/provider.ts';
import type { GuardedEnv } from '../guard/guard.ts';
import type { ModelFinder } from '../models/find-model.ts';
import { firstAnswer } from '../models/first-answer.ts';
import { Refused } from '../refusal.ts';
import { askModel } from './ask/ask-model.ts';
import { orThrow } from './ask/begun-reply.ts';
import { whyStopped } from './ask/why-stopped.ts';
import { chatWire } from './chat-wire.ts';
import { countTokens } from './count-tokens.ts';
import { messagesWire } from './messages-wire.ts';
import { replyHeaders } from './response-headers.ts';
import { responsesWire } from './responses-wire.ts';
import { eventStream, isSilence, orSilence, streamHeaders } from './sse.ts';
import { stopWithClient } from './stop-with-client.ts';
import type { Exchange, Wire } from './wire.ts';
import type { WirePorts } from './wire-ports.ts';

const wires: readonly Wire[] = [chatWire, responsesWire, messagesWire];

export function wireRoutes(ports: WirePorts): Hono<GuardedEnv> {
  const app = new Hono<GuardedEnv>();
  for (const wire of wires) app.post(wire.path, context => answer(wire, context, ports));
  app.post('/v1/messages/count_tokens', context => countTokens(context, ports));
  return app;
}

async function answer(wire: Wire, context: Context<GuardedEnv>, ports: WirePorts): Promise<Response> {
  const { body, client, models } = context.var;
  const now = ports.host.clock.now();
  const { signal, stop } = stopWithClient(context, ports.closing);
  try {
    const exchange = wire.read(body, { timestamp: now.toISOString(), headers: context.req.raw.headers });
    const watched = (model: Model) => ports.activity.watched(model, client.name);
    const finder = ports.finderFor(models);
    const reply = createReply(exchange, { models: finder, watched, signal });
    const ids = { next: ports.host.ids.next, now };
    if (!exchange.request.stream) {
      const events = orThrow(await reply.begun);
      const whole = await exchange.whole(exchange.stream(events, ids));
      stop();
      return Response.json(whole, { headers: reply.headers() });
    }
    const first = await orSilence(reply.begun, ports.host.clock);
    const items = exchange.stream(isSilence(first) ? late(reply.begun, signal) : first, ids);
    const stream = eventStream(items, { clock: ports.host.clock, ping: wire.ping, onEnd: stop });
    // Nobody knows yet which model will answer.
    const isOpen = isSilence(first) && finder.hasFallbacks;
    return new Response(stream, { headers: { ...streamHeaders, ...(isOpen ? {} : reply.headers()) } });
  } catch (cause) {
    stop();
    throw cause;
  }
}

interface ReplyOptions {
  readonly models: ModelFinder;
  /** The model, whose replies are listed. */
  readonly watched: (model: Model) => Model;
  readonly signal: AbortSignal;
}

function createReply({ request }: Exchange, { models, watched, signal }: ReplyOptions) {
  const { model: name, stream: _stream, clientTools: _tools, ignored: _ignored, ...asked } = request;
  const sound = { ...asked, canisters: validHistory(asked.canisters) };
  let model: Model | undefined;
  const begun = firstAnswer(name, { models, signal }, each => {
    model = each;
    return askModel(watched(each), sound, signal);
  });
  return {
    begun: begun.then(({ answer: events }) => events),
    /** Of the model that was asked last. */
    headers: () => (model === undefined ? {} : replyHeaders(model, request)),
  };
}

/** A reply that is a long time coming: its headers are sent already, so what goes wrong is said in the stream. */
async function* late(
  begun: Promise<AsyncIterable<ModelEvent>>,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void> {
  try {
    yield* await begun;
  } catch (cause) {
    yield { type: 'failure', error: whyStopped(signal) ?? refusedData(cause) ?? errorData(cause) };
  }
}

function refusedData(cause: unknown): ErrorData | undefined {
  if (!(cause instanceof Refused)) return undefined;
  const { status, message } = cause.refusal;
  return { code: status === 429 ? 'spending-cap' : 'model-consent', message, retryable: status === 429 };
}
