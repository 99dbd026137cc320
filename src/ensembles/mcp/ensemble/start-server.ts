import type { Client } from '@modelcontextprotocol/client';
import { aborted, orAborted } from '../../../converser/async/abort.ts';
import { errors, reasonOf } from '../../../converser/errors.ts';
import { defined } from '../../../converser/json/defined.ts';
import { announcedTo } from '../connection/capabilities.ts';
import type { ServerLimits } from '../connection/connection-ports.ts';
import type { KeepListeningOptions } from '../connection/keep-listening.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { McpParts } from './mcp-ports.ts';

export interface StartServerOptions {
  readonly parts: McpParts;
  readonly limits: ServerLimits;
  readonly signal: AbortSignal;
  /** Is told what the server offers before anybody may use it, and whenever that has changed. */
  readonly take: (manifest: Manifest) => Promise<void>;
  readonly onList: (list: ServerList) => void;
}

/** What a server may say to have changed. */
export type ServerList = 'tools' | 'resources' | 'prompts';

/** Starts a server that may be started, and asks it for its tools. When it rejects, nothing is left running. */
export async function startServer(
  definition: ServerDefinition,
  options: StartServerOptions,
): Promise<ServerConnection> {
  const { parts, limits, signal, take } = options;
  const { connectServer } = await import('../connection/connect-server.ts');
  const filled = await orAborted(permitted(definition, options), signal);
  if (filled === aborted) throw errors.cancelled();
  let connection: ServerConnection | undefined;
  const over = new AbortController();
  const announced = announcedTo(definition, parts.handlers);
  const read = async (until: AbortSignal) => {
    if (connection === undefined) return;
    const { fetchManifest } = await import('../manifest/fetch-manifest.ts');
    await take(await fetchManifest(connection.client, { announced, signal: until }));
  };
  const lists = listChanged(definition, options, { read, over: over.signal });
  connection = await connectServer(
    filled,
    defined({
      surroundings: parts,
      loginPath: parts.loginPath,
      limits,
      signal,
      listChanged: lists,
      guard: parts.guard,
      places: parts.places,
    }),
  );
  try {
    void connection.ended.then(() => over.abort('over'));
    await read(signal);
    void keepInformed(connection.client, { lists, clock: parts.clock, limits, signal: over.signal });
    return connection;
  } catch (cause) {
    await connection.close();
    throw cause;
  }
}

/** The definition with its values, once it is clear that it may be launched. */
async function permitted(
  definition: ServerDefinition,
  { parts, signal }: StartServerOptions,
): Promise<ServerDefinition> {
  const refusal = await parts.approve?.(definition, signal);
  if (refusal !== undefined) throw errors.serverUnavailable(definition.name, refusal);
  return (await parts.fillIn?.(definition, signal)) ?? definition;
}

interface Rereading {
  readonly read: (signal: AbortSignal) => Promise<void>;
  /** Aborts when the connection has ended. */
  readonly over: AbortSignal;
}

/** Several changes in a row are one. Resources and prompts are read by those who show them. */
function listChanged(
  { name }: ServerDefinition,
  { parts, limits, onList }: StartServerOptions,
  { read, over }: Rereading,
) {
  const reread = async () => {
    try {
      await read(AbortSignal.any([over, AbortSignal.timeout(limits.start)]));
      onList('tools');
    } catch (cause) {
      const { hasEnded } = await import('../connection/explain-failure.ts');
      // That it has ended, or is being left, is told by those who see to that.
      if (over.aborted || hasEnded(cause)) return;
      const text = `Its tools have changed and could not be read again: ${reasonOf(cause)}`;
      parts.log({ server: name, level: 'warn', from: 'host', text });
    }
  };
  const common = { debounceMs: limits.debounce, autoRefresh: false };
  return {
    tools: { ...common, onChanged: () => void (over.aborted || reread()) },
    resources: { ...common, onChanged: () => onList('resources') },
    prompts: { ...common, onChanged: () => onList('prompts') },
  };
}

interface Informed extends KeepListeningOptions {
  readonly lists: ReturnType<typeof listChanged>;
}

/** What nobody could tell of, because the stream for that had ended, may have changed. */
async function keepInformed(client: Client, { lists, ...options }: Informed): Promise<void> {
  const { autoOpenedSubscription: subscription } = client;
  if (subscription === undefined) return;
  const { keepListening } = await import('../connection/keep-listening.ts');
  await keepListening(client, subscription, {
    ...options,
    onResumed({ toolsListChanged, resourcesListChanged, promptsListChanged }) {
      if (toolsListChanged) lists.tools.onChanged();
      if (resourcesListChanged) lists.resources.onChanged();
      if (promptsListChanged) lists.prompts.onChanged();
    },
  });
}
