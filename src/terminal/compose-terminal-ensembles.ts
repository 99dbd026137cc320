import { createEnsembleRoster, type EnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import type { Host } from '../converser/host.ts';
import { builtInTools } from '../ensembles/built-in-tools.ts';
import { createLazyMcp, type LazyMcp } from '../ensembles/mcp/lazy-mcp.ts';
import { prepareEnsembles } from '../ensembles/prepare-ensembles.ts';
import { createNodeWorkspace } from '../ensembles/workspace/disk/node-workspace.ts';
import { ensembleFolders, type FolderOptions, warnOfUntrusted } from './ensemble-folders.ts';
import type { TerminalMcpOptions } from './mcp/load-terminal-mcp.ts';

export type TerminalEnsemblesOptions = FolderOptions &
  Pick<TerminalMcpOptions, 'lock' | 'onlyCompares' | 'isUnattended' | 'hasCallers'>;

/** The tools of a run in a terminal. */
export interface TerminalEnsembles {
  readonly roster: EnsembleRoster;
  readonly mcp: Pick<LazyMcp, 'get'>;
  readonly rootNames: readonly string[];
  /** Whether every descriptor could be read. */
  readonly areComplete: boolean;
  dispose(): Promise<void>;
}

/** Folders in the options are absolute by now. */
export async function composeTerminalEnsembles(
  options: TerminalEnsemblesOptions,
  host: Host,
): Promise<TerminalEnsembles> {
  const roster = createEnsembleRoster();
  const workspace = createNodeWorkspace({ roots: options.roots });
  const outdating = workspace.onDidChange(() => roster.outdate());
  const mcp = createLazyMcp(async () => {
    const { loadTerminalMcp } = await import('./mcp/load-terminal-mcp.ts');
    return loadTerminalMcp({ ...options, roster }, host);
  });
  const ensembles = await prepareEnsembles({
    folders: ensembleFolders(options, mcp),
    tools: builtInTools({ workspace, clock: host.clock }),
    roster,
    log: host.log,
    kinds: [mcp.kind],
  });
  for (const { file, start, message } of [...ensembles.diagnostics.values()].flat()) {
    host.log.warn(`${file}:${start.line}:${start.column}: ${message}`);
  }
  if (!options.trust) await warnOfUntrusted(options.roots, host);
  return {
    roster,
    mcp,
    rootNames: workspace.roots.map(({ name }) => name),
    areComplete: ensembles.diagnostics.size === 0,
    async dispose() {
      outdating.dispose();
      await ensembles.dispose();
      await roster.dispose();
      mcp.now?.dispose();
      workspace.dispose();
    },
  };
}
