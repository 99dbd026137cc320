import type { Client } from '@modelcontextprotocol/client';
import type { EnsembleList } from '../../../converser/ensemble/library.ts';
import { reasonOf } from '../../../converser/errors.ts';
import type { Clock } from '../../../converser/ports.ts';
import type { LogLine, ServerLimits } from '../connection/connection-ports.ts';

export interface FollowChangesOptions {
  readonly server: string;
  readonly log: LogLine;
  readonly limits: ServerLimits;
  /** Lists the server's tools again. Prompts and resources are read by those who show them. */
  readonly readTools: (signal: AbortSignal) => Promise<void>;
  readonly onList: (list: EnsembleList) => void;
  /** Aborts when the connection has ended. */
  readonly over: AbortSignal;
}

/** What to do when a server announces changes. Several announcements in a row are one change. */
export function listChangedHandlers(options: FollowChangesOptions) {
  const { limits, onList, over } = options;
  const common = { debounceMs: limits.debounce, autoRefresh: false };
  const readOn = oneAtATime(() => readToolsAgain(options));
  return {
    tools: { ...common, onChanged: () => void (over.aborted || readOn()) },
    resources: { ...common, onChanged: () => onList('resources') },
    prompts: { ...common, onChanged: () => onList('prompts') },
  };
}

/** Runs the work, and once more for all calls that come meanwhile. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  let isWanted = false;
  return async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await work();
    }
    isRunning = false;
  };
}

async function readToolsAgain({ server, log, limits, readTools, onList, over }: FollowChangesOptions) {
  try {
    await readTools(AbortSignal.any([over, AbortSignal.timeout(limits.start)]));
    onList('tools');
  } catch (cause) {
    const { hasEnded } = await import('../connection/explain-failure.ts');
    // The end of the connection is reported elsewhere.
    if (over.aborted || hasEnded(cause)) return;
    const text = `Its tools have changed, but reading them again failed: ${reasonOf(cause)}`;
    log({ server, level: 'warn', from: 'host', text });
  }
}

export interface KeepFollowingOptions {
  readonly handlers: ReturnType<typeof listChangedHandlers>;
  readonly clock: Clock;
  readonly limits: ServerLimits;
  /** Aborts when the connection has ended. */
  readonly over: AbortSignal;
}

/** Reopens the stream of changes whenever it ends, and treats every list as changed, because changes were missed. */
export async function keepFollowing(
  client: Client,
  { handlers, clock, limits, over }: KeepFollowingOptions,
): Promise<void> {
  const { autoOpenedSubscription: subscription } = client;
  if (subscription === undefined) return;
  const { keepListening } = await import('../connection/keep-listening.ts');
  await keepListening(client, subscription, {
    clock,
    limits,
    signal: over,
    onResumed({ toolsListChanged, resourcesListChanged, promptsListChanged }) {
      if (toolsListChanged) handlers.tools.onChanged();
      if (resourcesListChanged) handlers.resources.onChanged();
      if (promptsListChanged) handlers.prompts.onChanged();
    },
  });
}
