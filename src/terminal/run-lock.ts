import { reasonOf } from '../converser/ground/errors.ts';
import type { Host } from '../converser/ground/host.ts';
import { isMcpEnsemble } from '../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { ToolLock } from '../ensembles/mcp/lock/tool-lock.ts';
import { isClean, type VerifiedServer, verifyLock } from '../ensembles/mcp/lock/verify-lock.ts';
import { createTerminalApprover } from './ask/terminal-approver.ts';
import type { LockOptions } from './command-line/command-line.ts';
import { openTerminal } from './open-terminal.ts';
import { renderVerified } from './render/show-lock.ts';

/** Resolves to the exit code: 0 if all servers match their locks in the end. */
export async function runLock(options: LockOptions, host: Host, signal: AbortSignal): Promise<number> {
  const approver = createTerminalApprover([], () => undefined);
  const { converser, mistakes } = await openTerminal({ ...options, onlyCompares: true }, { host, approver });
  try {
    const { roster, mcp } = converser;
    const servers = roster.ensembles.filter(isMcpEnsemble).filter(({ name }) => roster.isEnabled(name));
    const { lock } = await mcp.get();
    const verified = await verifyLock(servers, lock, signal);
    const outcome = options.action === 'accept' ? await acceptAll(verified, lock) : verified;
    // A descriptor with a mistake may describe an MCP server that was not compared.
    const matches = outcome.length > 0 && outcome.every(isClean) && mistakes.length === 0;
    show(outcome, { json: options.json, clean: matches });
    return matches ? 0 : 1;
  } finally {
    await converser.dispose();
  }
}

/** Leaves an MCP server as it is if it did not start or its lock is broken. */
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

function show(
  servers: readonly VerifiedServer[],
  { json, clean }: { readonly json: boolean; readonly clean: boolean },
): void {
  if (servers.length === 0) {
    process.stderr.write(
      'converse: No MCP servers found. Name their folder with --ensembles, or load those of the roots with --trust.\n',
    );
  }
  process.stdout.write(json ? `${JSON.stringify({ clean, servers })}\n` : renderVerified(servers));
}
