import { once } from 'node:events';
import { modelReference } from '../converser/models/model-roster.ts';
import { createActivity } from '../gateway/activity/activity.ts';
import { createGateway } from '../gateway/gateway.ts';
import { createClientKeys, keep } from '../gateway/guard/client-keys.ts';
import { listen } from '../gateway/listen.ts';
import type { ServeOptions } from './command-line/options.ts';
import type { ComposedTerminal } from './compose-terminal.ts';
import { readKey } from './state/key-file.ts';

/** Serves until the signal aborts. Says where on the standard output, in one line of JSON, once it listens. */
export async function runServe(
  { port, keyFile }: Pick<ServeOptions, 'port' | 'keyFile'>,
  { ports: { roster, permissions, host }, models }: ComposedTerminal,
  signal: AbortSignal,
): Promise<void> {
  const key = await readKey(keyFile);
  const kept = [keep(key, { name: 'terminal' })];
  const keys = createClientKeys(() => kept);
  const activity = createActivity(host);
  const gateway = createGateway({ models, roster, permissions, host, keys, activity });
  const door = await listen(gateway, { port });
  try {
    const names = (await models.models(signal)).map(modelReference);
    const { baseUrl } = door;
    process.stdout.write(`${JSON.stringify({ baseUrl, key, mcp: `${baseUrl}/mcp`, models: names })}\n`);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await door.close();
  }
}
