import type { Client } from '@modelcontextprotocol/client';
import { reasonOf } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { EnsembleList } from '../../../converser/words/ensemble/library.ts';
import type { LogLine, ServerLimits } from '../connection/connection-ports.ts';

export interface FollowChangesOptions {
  readonly server: string;
  readonly log: LogLine;
  readonly clock: Clock;
  readonly limits: ServerLimits;
  readonly readTools: (signal: AbortSignal) => Promise<void>;
  readonly onList: (list: EnsembleList) => void;
  readonly over: AbortSignal;
}

export function listChangedHandlers(options: FollowChangesOptions) {
  const { onList, over } = options;
  const follow = (work: () => Promise<void>) => {
    const told = inSteps(work, options);
    return { debounceMs: 0, autoRefresh: false, onChanged: () => void (over.aborted || told()) };
  };
  return {
    tools: follow(() => readToolsAgain(options)),
    resources: follow(async () => onList('resources')),
    prompts: follow(async () => onList('prompts')),
  };
}

/** The library counts from the last change, so endless announcements would never lead to a reading. */
function inSteps(
  work: () => Promise<void>,
  { clock, limits, over }: Pick<FollowChangesOptions, 'clock' | 'limits' | 'over'>,
): () => Promise<void> {
  let isRunning = false;
  let isWanted = false;
  return async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted && !over.aborted) {
      await clock.sleep(limits.debounce, over);
      isWanted = false;
      if (!over.aborted) await work();
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
    if (over.aborted || hasEnded(cause)) return;
    const text = `Its tools have changed, but reading them again failed: ${reasonOf(cause)}`;
    log({ server, level: 'warn', from: 'host', text });
  }
}

export interface KeepFollowingOptions extends Pick<FollowChangesOptions, 'clock' | 'limits' | 'over'> {
  readonly handlers: ReturnType<typeof listChangedHandlers>;
}

/** Every list counts as changed after the stream reopens, because changes were missed. */
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
