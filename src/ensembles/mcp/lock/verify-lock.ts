import { reasonOf } from '../../../converser/errors.ts';
import type { McpEnsemble } from '../ensemble/mcp-ensemble.ts';
import type { LockedServer, ToolLock } from './tool-lock.ts';

/** How one server stands to its lock. */
export interface VerifiedServer extends Omit<LockedServer, 'file'> {
  /** Absent where it did not start. */
  readonly file?: string;
  /** Why it did not start, so that nothing is known of its tools. */
  readonly failure?: string;
}

/** Starts every server, all at the same time, and holds what each says against the lock. Never rejects. */
export async function verifyLock(
  ensembles: readonly McpEnsemble[],
  lock: ToolLock,
  signal: AbortSignal,
): Promise<readonly VerifiedServer[]> {
  const verified = await Promise.all(ensembles.map(ensemble => verifyServer(ensemble, lock, signal)));
  return verified.sort((a, b) => (a.server < b.server ? -1 : 1));
}

export function isClean(verified: VerifiedServer): boolean {
  const { failure, trouble, launch, version, drifts, isNew } = verified;
  const problems = [failure, trouble, launch, version].filter(problem => problem !== undefined);
  return problems.length === 0 && drifts.length === 0 && !isNew;
}

async function verifyServer(
  ensemble: McpEnsemble,
  lock: ToolLock,
  signal: AbortSignal,
): Promise<VerifiedServer> {
  const { name: server, definition } = ensemble;
  const failed = (failure: string) => ({ server, failure, drifts: [], isNew: false });
  try {
    await ensemble.run(signal);
    const { manifest } = ensemble;
    if (manifest === undefined) return failed('It has not told its tools.');
    await lock.inspect(definition, manifest);
    return lock.servers.find(each => each.server === server) ?? failed('It was not looked at.');
  } catch (cause) {
    return failed(reasonOf(cause));
  }
}
