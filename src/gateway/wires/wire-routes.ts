import { groupsOf, inGroups } from '../../converser/ground/async/in-groups.ts';
import { rewritten } from '../../converser/ground/async/rewritten.ts';
import { type ErrorData, errorData } from '../../converser/ground/errors.ts';
import type { ModelEvent } from '../../converser/words/models/provider.ts';
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
import { stopWithClient } from './stop-with-client.ts';
import type { StreamItem, Wire } from './wire.ts';
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

async function answer(wire: Wire, admitted: Admitted, ports: WirePorts): Promise<Response> {
  const { body, client, models } = admitted;
  const now = ports.host.clock.now();
  const { signal, stop } = stopWithClient(admitted, ports.closing);
  try {
    const { headers } = admitted.asked;
    const exchange = wire.read(body, { timestamp: now.toISOString(), headers, client: client.name });
    const finder = ports.finderFor(models);
    const asked = { request: exchange.request, body, headers, client };
    const reply = createReply(asked, { ...ports, models: finder }, signal);
    const ids = { next: ports.host.ids.next, now };
    if (!exchange.request.stream) {
      const events = orThrow(await reply.begun);
      const whole = await exchange.whole(exchange.stream(events, ids));
      stop();
      return Response.json(whole, { headers: reply.headers() });
    }
    const first = await orSilence(reply.begun, ports.host.clock);
    const events = isSilence(first) ? inGroups(late(reply.begun, signal)) : first;
    const items = withClaims(exchange.stream(events, ids), { wire, unsupported: reply.unsupported });
    const { json } = exchange;
    const stream = eventStream(items, { clock: ports.host.clock, ping: wire.ping, json, onEnd: stop });
    // It isn't known yet which model will answer.
    const isOpen = isSilence(first) && finder.hasFallbacks;
    return new Response(stream, { headers: { ...streamHeaders, ...(isOpen ? {} : reply.headers()) } });
  } catch (cause) {
    stop();
    throw cause;
  }
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
function withClaims(items: AsyncIterable<StreamItem>, { wire, unsupported }: ClaimsOptions) {
  return rewritten<StreamItem, StreamItem>(items, {
    write(item) {
      if (typeof item.data === 'string' || !wire.isLast(item.data)) return [item];
      const claims = unsupported();
      if (claims.length === 0) return [item];
      return [{ ...item, data: { ...item.data, converser: { unsupported: claims } } }];
    },
  });
}
