import { groupsOf, inGroups } from '../../converser/ground/async/flow.ts';
import { type ErrorData, errorData } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Ids } from '../../converser/ground/ports.ts';
import type { ModelEvent } from '../../converser/words/models/provider.ts';
import type { ClientRequest, ReplyNames } from '../../dialects/client-request.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import type { Admitted } from '../guard/admitted.ts';
import { Refused } from '../refusal.ts';
import type { Route } from '../route.ts';
import { countTokens } from './answer-token-count.ts';
import { orThrow } from './ask/begun-reply.ts';
import { whyStopped } from './ask/why-stopped.ts';
import { chatWire } from './chat-wire.ts';
import { createReply } from './create-reply.ts';
import { messagesWire } from './messages-wire.ts';
import { createResponsesWire } from './responses-wire.ts';
import { eventStream, isSilence, orSilence, streamHeaders } from './sse.ts';
import type { Wire } from './wire.ts';
import type { WirePorts } from './wire-ports.ts';

export function wireRoutes(ports: WirePorts): readonly Route[] {
  const wires: readonly Wire[] = [chatWire, createResponsesWire(), messagesWire];
  const counting: Route = {
    method: 'POST',
    path: '/v1/messages/count_tokens',
    answer: admitted => countTokens(admitted, ports),
  };
  const replying = wires.map((wire): Route => {
    return { method: 'POST', path: wire.path, answer: admitted => answer(wire, admitted, ports) };
  });
  return [...replying, counting];
}

async function answer(wire: Wire, admitted: Admitted, ports: WirePorts): Promise<Answer> {
  const { body, client, models, over: signal } = admitted;
  const { headers } = admitted.asked;
  const { clock, ids } = ports.host;
  const now = clock.now();
  const exchange = wire.read(body, { timestamp: now.toISOString(), headers, client: client.name });
  const finder = ports.finderFor(models);
  const asked = { request: exchange.request, body, headers, client };
  const reply = createReply(asked, { ...ports, models: finder }, signal);
  const names = () => namesOf(exchange.request, { now, ids, prefixes: wire.idPrefixes });
  if (!exchange.request.stream) {
    const whole = await exchange.whole(exchange.stream(orThrow(await reply.begun), names()));
    return jsonAnswer(whole, { headers: reply.headers() });
  }
  const first = await orSilence(reply.begun, clock);
  const events = isSilence(first) ? inGroups(late(reply.begun, signal)) : first;
  const write = writingClaims(exchange.write, { wire, unsupported: reply.unsupported });
  // It isn't known yet which model will answer.
  const isOpen = isSilence(first) && finder.hasFallbacks;
  return {
    status: 200,
    headers: { ...streamHeaders, ...(isOpen ? {} : reply.headers()) },
    body: eventStream(exchange.stream(events, names()), { ...exchange, write }),
    pings: { text: wire.ping, clock },
  };
}

interface Naming {
  readonly now: Date;
  readonly ids: Ids;
  readonly prefixes: Wire['idPrefixes'];
}

/** Clients identify replies and calls by their ids, so none is used twice. */
function namesOf({ model, clientTools }: ClientRequest, { now, ids, prefixes }: Naming): ReplyNames {
  return defined({
    id: ids.next(prefixes.reply),
    model,
    created: Math.floor(now.getTime() / 1000),
    nextCallId: () => ids.next(prefixes.call),
    clientTools,
  });
}

/** The headers are sent already, so the stream says what goes wrong. */
async function* late(
  begun: Promise<AsyncIterable<ModelEvent>>,
  signal: AbortSignal,
): AsyncGenerator<readonly ModelEvent[], void> {
  try {
    yield* groupsOf(await begun);
  } catch (cause) {
    yield [{ type: 'failure', error: whyStopped(signal) ?? refusedData(cause) ?? errorData(cause) }];
  }
}

function refusedData(cause: unknown): ErrorData | undefined {
  if (!(cause instanceof Refused)) return undefined;
  const { status, message } = cause.refusal;
  return { code: status === 429 ? 'spending-cap' : 'model-consent', message, retryable: status === 429 };
}

interface ClaimsOptions {
  readonly wire: Pick<Wire, 'isLast'>;
  /** The answer claims this, but no call has done it. Asked for at the end. */
  readonly unsupported: () => readonly string[];
}

/** A stream's headers are sent before its answer is known, and clients pass over unknown fields. */
function writingClaims(
  write: (event: object) => string,
  { wire, unsupported }: ClaimsOptions,
): (event: object) => string {
  return event => {
    const claims = wire.isLast(event) ? unsupported() : [];
    return write(claims.length === 0 ? event : { ...event, converser: { unsupported: claims } });
  };
}
