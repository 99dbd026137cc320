import { type Context, Hono } from 'hono';
import type { Host } from '../../converser/host.ts';
import type { Activity } from '../activity/activity.ts';
import type { ClientModels } from '../guard/client-models.ts';
import type { GuardedEnv } from '../guard/guard.ts';
import type { ModelFinder } from '../models/find-model.ts';
import { firstAnswer } from '../models/first-answer.ts';
import { modelHeader } from '../models/model-header.ts';
import { refusalFor, refusals } from '../refusal.ts';
import { begunReply } from './begun-reply.ts';
import { chatWire } from './chat-wire.ts';
import { eventStream, streamHeaders } from './sse.ts';
import type { Wire } from './wire.ts';

interface WirePorts {
  /** Finds among the models of one client. */
  readonly finderFor: (models: ClientModels) => ModelFinder;
  readonly host: Host;
  readonly activity: Activity;
  /** Aborts when the gateway closes. */
  readonly closing: AbortSignal;
}

const wires: readonly Wire[] = [chatWire];

export function wireRoutes(ports: WirePorts): Hono<GuardedEnv> {
  const app = new Hono<GuardedEnv>();
  for (const wire of wires) app.post(wire.path, context => answer(wire, context, ports));
  return app;
}

async function answer(wire: Wire, context: Context<GuardedEnv>, ports: WirePorts): Promise<Response> {
  const { req } = context;
  const { client, body } = context.var;
  const { host, activity, closing } = ports;
  const models = ports.finderFor(context.var.models);
  const now = host.clock.now();
  const signal = AbortSignal.any([req.raw.signal, closing]);
  try {
    const { request, stream, whole } = wire.read(body, { timestamp: now.toISOString() });
    const { model: name, stream: isStream, ...asked } = request;
    const { model, answer: reply } = await firstAnswer(name, { models, signal }, each =>
      begunReply(activity.watched(each, client.name), asked, signal),
    );
    const named = modelHeader(model);
    const items = stream(reply, { next: host.ids.next, now });
    return isStream
      ? new Response(eventStream(items), { headers: { ...streamHeaders, ...named } })
      : Response.json(await whole(items), { headers: named });
  } catch (cause) {
    return refusalFor(req.raw, refusals.ofError(cause));
  }
}
