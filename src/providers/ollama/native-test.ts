import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { Clients } from '../openai/client.ts';

export type NativeTest = (signal: AbortSignal) => Promise<boolean>;

export function createNativeTest(clients: Clients): NativeTest {
  let known: Promise<boolean | undefined> | undefined;
  return async signal => {
    known ??= ask(clients);
    const found = await orAborted(known, signal);
    if (found === aborted) return true;
    // A server that is not there now may be there later.
    if (found === undefined) known = undefined;
    return found ?? true;
  };
}

/** In milliseconds. It answers at once, whatever its models do. */
const limit = 10_000;

async function ask(clients: Clients): Promise<boolean | undefined> {
  const signal = AbortSignal.timeout(limit);
  try {
    const client = await clients();
    const version: unknown = await client.get('/api/version', { signal });
    if (!isJsonObject(version) || typeof version.version !== 'string') return false;
    // A server that knows the path refuses this for want of a model. Proxies may pass on only a part of the API.
    await client.post('/api/chat', { body: {}, signal });
    return true;
  } catch (cause) {
    const { status } = Object(cause) as { readonly status?: unknown };
    if (typeof status !== 'number') return undefined;
    if (status === 404 || status === 405 || status === 501) return false;
    return status === 400 ? true : undefined;
  }
}
