import { createEnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import { reasonOf } from '../converser/errors.ts';
import type { Host } from '../converser/host.ts';
import { builtInTools } from '../ensembles/built-in-tools.ts';
import { isMcpEnsemble } from '../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import { createToolLock, type ToolLock } from '../ensembles/mcp/lock/tool-lock.ts';
import { isClean, type VerifiedServer, verifyLock } from '../ensembles/mcp/lock/verify-lock.ts';
import { prepareEnsembles } from '../ensembles/prepare-ensembles.ts';
import { createNodeWorkspace } from '../ensembles/workspace/disk/node-workspace.ts';
import type { LockOptions } from './command-line/options.ts';
import { createTerminalMcp } from './compose-terminal-mcp.ts';
import { ensembleFolders, tellOfUntrusted } from './ensemble-folders.ts';
import { renderVerified } from './render/render-lock.ts';
import { lockFileOf } from './state/lock-file-of.ts';

/**
 * Holds every server against its lock, or makes the lock what the servers say now. Resolves to the exit code: 0 where
 * the lock says in the end what the servers say.
 */
export async function runLock(options: LockOptions, host: Host, signal: AbortSignal): Promise<number> {
  const lock = createToolLock({
    fileOf: lockFileOf(options),
    pinsFirstSight: false,
    clock: host.clock,
    log: host.log,
  });
  const roster = createEnsembleRoster();
  const { inspect } = lock;
  const mcp = createTerminalMcp({ ...options, inspect, isForgetful: true, startsAll: true }, host);
  const workspace = createNodeWorkspace({ roots: options.roots });
  const ensembles = await prepareEnsembles({
    folders: ensembleFolders(options, mcp),
    tools: builtInTools({ workspace, clock: host.clock }),
    roster,
    log: host.log,
    kinds: [mcp.kind],
  });
  try {
    if (!options.trust) await tellOfUntrusted(options.roots, host);
    const servers = roster.ensembles.filter(isMcpEnsemble).filter(({ name }) => roster.isEnabled(name));
    const verified = await verifyLock(servers, lock, signal);
    const outcome = options.action === 'accept' ? await acceptAll(verified, lock) : verified;
    // Behind a descriptor that nobody understands may be a server that nobody looked at.
    const isInStep = outcome.length > 0 && outcome.every(isClean) && ensembles.diagnostics.size === 0;
    tell(outcome, { json: options.json, clean: isInStep });
    return isInStep ? 0 : 1;
  } finally {
    await ensembles.dispose();
    await roster.dispose();
    workspace.dispose();
    mcp.dispose();
  }
}

/** What did not start, or has a lock that cannot be relied on, is left as it is. */
async function acceptAll(
  verified: readonly VerifiedServer[],
  lock: ToolLock,
): Promise<readonly VerifiedServer[]> {
  const after: VerifiedServer[] = [];
  for (const server of verified) {
    const isLeft = isClean(server) || server.failure !== undefined || server.trouble !== undefined;
    after.push(isLeft ? server : await acceptOne(server, lock));
  }
  return after;
}

async function acceptOne(before: VerifiedServer, lock: ToolLock): Promise<VerifiedServer> {
  try {
    await lock.acceptServer(before.server);
    return lock.servers.find(({ server }) => server === before.server) ?? before;
  } catch (cause) {
    return { ...before, trouble: reasonOf(cause) };
  }
}

function tell(
  servers: readonly VerifiedServer[],
  { json, clean }: { readonly json: boolean; readonly clean: boolean },
): void {
  if (servers.length === 0) {
    process.stderr.write('converse: no MCP server was found. --ensembles and --trust say where to look.\n');
  }
  process.stdout.write(json ? `${JSON.stringify({ clean, servers })}\n` : renderVerified(servers));
}
