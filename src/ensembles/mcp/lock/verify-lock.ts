import { reasonOf } from '../../../converser/ground/errors.ts';
import type { McpEnsemble } from '../ensemble/mcp-ensemble.ts';
import type { LockedServer } from './locked-server.ts';
import type { ToolLock } from './tool-lock.ts';

export interface VerifiedServer extends Omit<LockedServer, 'file'> {
  readonly file?: string;
  readonly failure?: string;
}

/** Starts all servers at the same time. Never rejects. */
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
    if (manifest === undefined) return failed('It didn’t list its tools.');
    await lock.inspect(definition, manifest);
    return lock.servers.find(each => each.server === server) ?? failed('It wasn’t inspected.');
  } catch (cause) {
    return failed(reasonOf(cause));
  }
}
