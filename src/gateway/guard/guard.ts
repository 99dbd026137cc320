import type { Context, HonoRequest, Next } from 'hono';
import { createMiddleware } from 'hono/factory';
import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import type { Host } from '../../converser/ground/host.ts';
import type { JsonValue } from '../../converser/ground/json/json.ts';
import { Refused, refusalFor, refusals } from '../refusal.ts';
import type { Admission } from './admission.ts';
import { allowOrigin, isAllowedOrigin, preflightAnswer, presentedKey, wrongAddress } from './caller.ts';
import { type Access, type Client, type ClientKeys, keyRevoked } from './client-keys.ts';
import { type ClientModels, type ClientModelsPorts, modelsOf } from './client-models.ts';
import { endOfRequest, type RequestEnds } from './end-of-request.ts';
import { finish } from './finish.ts';
import type { Limits } from './limits.ts';
import { placeOf } from './place-of.ts';
import { createRate, type Rate, sayAllowance } from './rate.ts';
import { checkAnnounced, readBody } from './read-request-body.ts';

export interface Way extends RequestEnds {
  readonly names?: readonly string[];
  readonly awaitBody?: () => void;
}

export interface GuardedEnv {
  readonly Bindings: Way;
  readonly Variables: {
    readonly client: Client;
    readonly keyId: string;
    readonly revoked: AbortSignal;
    readonly models: ClientModels;
    /** `undefined` if the body is empty. The body itself is read already. */
    readonly body: JsonValue | undefined;
  };
}

export interface GuardPorts extends Omit<ClientModelsPorts, 'admission'> {
  readonly keys: ClientKeys;
  readonly host: Host;
  readonly limits: Limits;
  readonly admissions: { readonly models: Admission; readonly mcp: Admission };
  readonly origins: () => readonly string[];
}

/** Lets in only programs with a key that call this machine by its own name, and only so much at a time. */
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

function earlyAnswer(request: Request, { origin, mayRead, names }: Caller): Response | undefined {
  const refusal = wrongAddress(request, names);
  if (refusal !== undefined) return refusalFor(request, refusal);
  if (origin !== null && !mayRead) return refusalFor(request, refusals.fromPage());
  // Browsers send OPTIONS without a key, and no route uses it.
  if (mayRead && request.method === 'OPTIONS') return preflightAnswer(request);
  const isGreeting = request.method === 'HEAD' && new URL(request.url).pathname === '/';
  return isGreeting ? new Response(null) : undefined;
}

type EntryPorts = GuardPorts & { readonly rate: Rate };

async function enter(
  context: Context<GuardedEnv>,
  next: Next,
  ports: EntryPorts,
): Promise<Response | undefined> {
  const { raw } = context.req;
  const presented = presentedKey(raw.headers);
  if ('refusal' in presented) return refusalFor(raw, presented.refusal);
  const access = ports.keys.open(presented.key);
  if (access === undefined) return refusalFor(raw, refusals.wrongKey());
  const { client } = access;
  const { clock } = ports.host;
  const allowance = ports.rate.take(client);
  const over = allowance?.isOver ? refusals.tooManyRequests(allowance.limit, allowance.wait) : undefined;
  const answer =
    over === undefined ? await orRevoked(context, next, { ...ports, access }) : refusalFor(raw, over);
  const { headers } = answer ?? context.res;
  if (allowance !== undefined) sayAllowance(headers, raw, { ...allowance, now: clock.now() });
  return answer;
}

type OpenPorts = EntryPorts & { readonly access: Access };

async function orRevoked(
  context: Context<GuardedEnv>,
  next: Next,
  ports: OpenPorts,
): Promise<Response | undefined> {
  const { client, revoked } = ports.access;
  const answer = await orAborted(go(context, next, ports), revoked);
  if (answer !== aborted) return answer;
  return refusalFor(context.req.raw, refusals.ofError(keyRevoked(client.name)));
}

async function go(
  context: Context<GuardedEnv>,
  next: Next,
  { access: { client, keyId, revoked }, ...ports }: OpenPorts,
): Promise<Response | undefined> {
  const { raw } = context.req;
  try {
    checkAnnounced(raw, ports.limits.body);
    context.set('client', client);
    context.set('keyId', keyId);
    context.set('revoked', revoked);
    const over = endOfRequest(context.env, { revoked, clock: ports.host.clock });
    context.set('models', await placed(context.req, { ...ports, client, over }));
    context.env.awaitBody?.();
    context.set('body', hasBody(raw) ? await readBody(raw, ports.limits.body) : undefined);
    // Its key was revoked meanwhile, and nothing may begin for it.
    if (over.aborted) throw new Refused(refusals.gone());
  } catch (cause) {
    const refusal = refusals.ofError(cause);
    if (refusal.status === 500) ports.host.log.error(placeOf(cause));
    return refusalFor(raw, refusal);
  }
  await next();
  return undefined;
}

type PlacePorts = GuardPorts & {
  readonly client: Client;
  readonly over: AbortSignal;
};

/** An MCP client may have to answer a question meanwhile, so its requests don't wait; each reply of a model does. */
async function placed(
  { path, method }: Pick<HonoRequest, 'path' | 'method'>,
  { admissions: { models, mcp }, client, over, ...ports }: PlacePorts,
): Promise<ClientModels> {
  const isMcp = path === '/mcp';
  if (method === 'POST') await (isMcp ? mcp.enter({ name: client.name }, over) : models.enter(client, over));
  return modelsOf(client, isMcp ? { ...ports, admission: models } : ports);
}

function hasBody({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'TRACE';
}
