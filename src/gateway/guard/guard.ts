import { createMiddleware } from 'hono/factory';
import { isLoopback } from '../../converser/addresses.ts';
import { refusalFor, refusals } from '../refusal.ts';
import type { Client, ClientKeys } from './client-keys.ts';

/** What the routes behind the guard know. */
export interface GuardedEnv {
  readonly Variables: { readonly client: Client };
}

interface GuardPorts {
  readonly keys: ClientKeys;
}

/**
 * Lets in only programs with a key that speak to this machine by its own name. A page on the web can make a browser
 * send requests here: under a name of its own that points here (DNS rebinding), or from its own origin.
 */
export function guard({ keys }: GuardPorts) {
  return createMiddleware<GuardedEnv>(async (context, next) => {
    const { raw } = context.req;
    if (!isLoopback(`http://${raw.headers.get('host') ?? ''}`)) return refusalFor(raw, refusals.wrongHost());
    if (raw.headers.has('origin')) return refusalFor(raw, refusals.fromPage());
    const key = keyIn(raw.headers);
    if (key === undefined) return refusalFor(raw, refusals.noKey());
    const client = keys.clientOf(key);
    if (client === undefined) return refusalFor(raw, refusals.wrongKey());
    context.set('client', client);
    return next();
  });
}

/** `Authorization: Bearer …` or `x-api-key: …`: each of the vendors' clients sends its own. */
function keyIn(headers: Headers): string | undefined {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return bearer ?? headers.get('x-api-key') ?? undefined;
}
