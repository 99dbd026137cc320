import type { Context, Next } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Host } from '../../converser/host.ts';
import type { JsonValue } from '../../converser/json/json.ts';
import { refusalFor, refusals } from '../refusal.ts';
import type { Admission } from './admission.ts';
import { presentedKey, wrongAddress } from './caller.ts';
import type { Client, ClientKeys } from './client-keys.ts';
import { type ClientModels, type ClientModelsPorts, modelsOf } from './client-models.ts';
import { allowOrigin, isAllowedOrigin, isPreflight, preflightAnswer } from './cross-origin.ts';
import { finish } from './finish.ts';
import type { Limits } from './limits.ts';
import { placeOf } from './place-of.ts';
import { createRate, type Rate, sayAllowance } from './rate.ts';
import { checkAnnounced, readBody } from './read-body.ts';

/** The way on which a request came in. */
export interface Way {
  /** Aborts when the response is complete, or the client has left. */
  readonly ended: AbortSignal;
  /** Names of Host headers that are accepted besides those of this machine. */
  readonly names?: readonly string[];
  /** Called before the body is read. */
  readonly awaitBody?: () => void;
}

/** What the routes behind the guard know. */
export interface GuardedEnv {
  readonly Bindings: Way;
  readonly Variables: {
    readonly client: Client;
    /** The models that the client may use. */
    readonly models: ClientModels;
    /** The JSON in the body; `undefined` if it is empty. The body itself is read already. */
    readonly body: JsonValue | undefined;
  };
}

export interface GuardPorts extends Omit<ClientModelsPorts, 'admission'> {
  readonly keys: ClientKeys;
  readonly host: Host;
  readonly limits: Limits;
  /** Requests to models, and those of MCP clients. */
  readonly admissions: { readonly models: Admission; readonly mcp: Admission };
  /** Origins of web pages that may come in with a key, as browsers write them. */
  readonly origins: () => readonly string[];
}

/** Lets in only programs with a key that speak to this machine by its own name, and only so much at a time. */
export function guard(ports: GuardPorts) {
  const { host, origins } = ports;
  const rate = createRate(host.clock);
  return createMiddleware<GuardedEnv>(async (context, next) => {
    const { raw } = context.req;
    const origin = raw.headers.get('origin');
    const mayRead = origin !== null && isAllowedOrigin(origin, origins());
    const early = earlyAnswer(raw, { origin, mayRead, names: context.env.names ?? [] });
    const answer = early ?? (await enter(context, next, { ...ports, rate }));
    if (answer !== undefined) context.res = answer;
    if (origin !== null && mayRead) allowOrigin(context.res.headers, origin);
    finish(context.res, { request: raw, id: host.ids.next('req') });
  });
}

interface Caller {
  readonly origin: string | null;
  readonly mayRead: boolean;
  readonly names: readonly string[];
}

/** The answer that needs no key, if there is one. */
function earlyAnswer(request: Request, { origin, mayRead, names }: Caller): Response | undefined {
  const refusal = wrongAddress(request, names);
  if (refusal !== undefined) return refusalFor(request, refusal);
  if (origin !== null && !mayRead) return refusalFor(request, refusals.fromPage());
  if (mayRead && isPreflight(request)) return preflightAnswer(request);
  const isGreeting = request.method === 'HEAD' && new URL(request.url).pathname === '/';
  return isGreeting ? new Response(null) : undefined;
}

type EntryPorts = GuardPorts & { readonly rate: Rate };

/** The refusal; `undefined` once the routes have answered. */
async function enter(
  context: Context<GuardedEnv>,
  next: Next,
  ports: EntryPorts,
): Promise<Response | undefined> {
  const { raw } = context.req;
  const presented = presentedKey(raw.headers);
  if ('refusal' in presented) return refusalFor(raw, presented.refusal);
  const client = ports.keys.clientOf(presented.key);
  if (client === undefined) return refusalFor(raw, refusals.wrongKey());
  const { clock } = ports.host;
  const allowance = ports.rate.take(client);
  const over = allowance?.isOver ? refusals.tooManyRequests(allowance.limit, allowance.wait) : undefined;
  const answer = over === undefined ? await go(context, next, { ...ports, client }) : refusalFor(raw, over);
  const { headers } = answer ?? context.res;
  if (allowance !== undefined) sayAllowance(headers, raw, { ...allowance, now: clock.now() });
  return answer;
}

async function go(
  context: Context<GuardedEnv>,
  next: Next,
  { client, ...ports }: EntryPorts & { readonly client: Client },
): Promise<Response | undefined> {
  const { raw } = context.req;
  try {
    checkAnnounced(raw, ports.limits.body);
    context.set('client', client);
    context.set('models', await placed(context, client, ports));
    context.env.awaitBody?.();
    context.set('body', hasBody(raw) ? await readBody(raw, ports.limits.body) : undefined);
  } catch (cause) {
    const refusal = refusals.ofError(cause);
    if (refusal.status === 500) ports.host.log.error(placeOf(cause));
    return refusalFor(raw, refusal);
  }
  await next();
  return undefined;
}

/**
 * The models of the client, once there is a place for the request. An MCP client may have to answer a question before
 * its call can go on, so its requests do not wait for others; each reply that they need from a model does.
 */
async function placed(
  { req, env: { ended } }: Context<GuardedEnv>,
  client: Client,
  { admissions: { models, mcp }, ...ports }: GuardPorts,
): Promise<ClientModels> {
  const isMcp = req.path === '/mcp';
  if (req.method === 'POST')
    await (isMcp ? mcp.enter({ name: client.name }, ended) : models.enter(client, ended));
  return modelsOf(client, isMcp ? { ...ports, admission: models } : ports);
}

function hasBody({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'TRACE';
}
