import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import type { Host } from '../../converser/ground/host.ts';
import type { Answer } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { Refused, refusalFor, refusals } from '../refusal.ts';
import type { Admission } from './admission.ts';
import type { Admitted } from './admitted.ts';
import { allowOrigin, isAllowedOrigin, preflightAnswer, presentedKey, wrongAddress } from './caller.ts';
import { type Access, type Client, type ClientKeys, keyRevoked } from './client-keys.ts';
import { type ClientModels, type ClientModelsPorts, modelsOf } from './client-models.ts';
import { endEarly, type RequestEnds } from './end-early.ts';
import { finish } from './finish.ts';
import type { Limits } from './limits.ts';
import { placeOf } from './place-of.ts';
import { createRate, type Rate, sayAllowance } from './rate.ts';
import { checkAnnounced, readBody } from './read-request-body.ts';

export interface Way extends RequestEnds {
  readonly names?: readonly string[];
  readonly awaitBody?: () => void;
}

export interface GuardPorts extends Omit<ClientModelsPorts, 'admission'> {
  readonly keys: ClientKeys;
  readonly host: Host;
  readonly limits: Limits;
  readonly admissions: { readonly models: Admission; readonly mcp: Admission };
  readonly origins: () => readonly string[];
  readonly closing: AbortSignal;
  readonly answer: (admitted: Admitted) => Answer | Promise<Answer>;
}

/** Lets in only programs with a key that call this machine by its own name, and only so much at a time. */
export function guard(ports: GuardPorts): (asked: Asked, way: Way) => Promise<Answer> {
  const { host, origins } = ports;
  const rate = createRate(host.clock);
  return async (asked, way) => {
    const origin = asked.headers.get('origin');
    const mayRead = origin !== undefined && isAllowedOrigin(origin, origins());
    const early = earlyAnswer(asked, { origin, mayRead, names: way.names ?? [] });
    const answer = early ?? (await enter(asked, way, { ...ports, rate }));
    if (mayRead) allowOrigin(answer, origin);
    finish(answer, { request: asked, id: host.ids.next('req') });
    return answer;
  };
}

interface Caller {
  readonly origin: string | undefined;
  readonly mayRead: boolean;
  readonly names: readonly string[];
}

function earlyAnswer(request: Asked, { origin, mayRead, names }: Caller): Answer | undefined {
  const refusal = wrongAddress(request, names);
  if (refusal !== undefined) return refusalFor(request, refusal);
  if (origin !== undefined && !mayRead) return refusalFor(request, refusals.fromPage());
  // Browsers send OPTIONS without a key, and no route uses it.
  if (mayRead && request.method === 'OPTIONS') return preflightAnswer(request);
  const isGreeting = request.method === 'HEAD' && request.path === '/';
  return isGreeting ? { status: 200, headers: {} } : undefined;
}

type EntryPorts = GuardPorts & { readonly rate: Rate };

async function enter(asked: Asked, way: Way, ports: EntryPorts): Promise<Answer> {
  const presented = presentedKey(asked.headers);
  if ('refusal' in presented) return refusalFor(asked, presented.refusal);
  const access = ports.keys.open(presented.key);
  if (access === undefined) return refusalFor(asked, refusals.wrongKey());
  const { client, revoked } = access;
  const allowance = ports.rate.take(client);
  if (allowance?.isOver)
    return allowed(refusalFor(asked, refusals.tooManyRequests(allowance.limit, allowance.wait)));
  const answer = await orAborted(go(asked, way, { ...ports, access }), revoked);
  return allowed(answer === aborted ? refusalFor(asked, refusals.ofError(keyRevoked(client.name))) : answer);

  function allowed(given: Answer): Answer {
    if (allowance !== undefined) sayAllowance(given, asked, { ...allowance, now: ports.host.clock.now() });
    return given;
  }
}

type OpenPorts = EntryPorts & { readonly access: Access };

async function go(
  asked: Asked,
  way: Way,
  { access: { client, keyId, revoked }, ...ports }: OpenPorts,
): Promise<Answer> {
  try {
    checkAnnounced(asked, ports.limits.body);
    const over = way.over.signal;
    endEarly(way, { client, revoked, closing: ports.closing, clock: ports.host.clock });
    const models = await placed(asked, { ...ports, client, over });
    way.awaitBody?.();
    const body = hasBody(asked) ? await readBody(asked, ports.limits.body) : undefined;
    // Its key was revoked meanwhile, and nothing may begin for it.
    if (over.aborted) throw new Refused(refusals.gone());
    return await ports.answer({ asked, client, keyId, revoked, over, models, body });
  } catch (cause) {
    const refusal = refusals.ofError(cause);
    if (refusal.status === 500) ports.host.log.error(placeOf(cause));
    return refusalFor(asked, refusal);
  }
}

type PlacePorts = GuardPorts & {
  readonly client: Client;
  readonly over: AbortSignal;
};

/** An MCP client may have to answer a question meanwhile, so its requests don't wait; each reply of a model does. */
async function placed(
  asked: Asked,
  { admissions: { models, mcp }, client, over, ...ports }: PlacePorts,
): Promise<ClientModels> {
  const isMcp = asked.path === '/mcp';
  if (asked.method === 'POST')
    await (isMcp ? mcp.enter({ name: client.name }, over) : models.enter(client, over));
  return modelsOf(client, isMcp ? { ...ports, admission: models } : ports);
}

function hasBody({ method }: Asked): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'TRACE';
}
