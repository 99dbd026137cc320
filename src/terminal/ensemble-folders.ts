import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Host } from '../converser/host.ts';
import type { EnsembleFolder } from '../ensembles/descriptors/prepared-ensembles.ts';
import type { LazyMcp } from '../ensembles/mcp/lazy-mcp.ts';
import type { FolderOptions as AllOptions, RunOptions } from './command-line/command-line.ts';

export type FolderOptions = Pick<AllOptions, 'roots' | 'ensembles' | 'trust' | 'settings'>;

export const shippedEnsembles = path.join(import.meta.dirname, '..', '..', 'ensembles');

/** Later folders override earlier ones. Those that the command line names are your own. */
export function ensembleFolders(
  { roots, ensembles, trust, settings }: FolderOptions,
  { mcpJson }: Pick<LazyMcp, 'mcpJson'>,
): readonly EnsembleFolder[] {
  const mcpFile = (folder: string) => mcpJson({ name: 'mcp.json', kind: 'mcp.json', folder });
  const sharedFile = (folder: string) =>
    mcpJson({ name: '.mcp.json', kind: 'mcp.json', folder, isShared: true });
  const ofRoot = { origin: 'workspace', isTrusted: () => trust } as const;
  const mcpOfRoot = { ...ofRoot, isTrusted: () => trust && settings.mcpFiles.includes('workspace') };
  return [
    { path: shippedEnsembles, origin: 'shipped', isTrusted: () => true },
    ...roots.map(root => ({ path: root, file: sharedFile(root), ...mcpOfRoot })),
    ...roots.map(root => ({ path: path.join(root, '.vscode'), file: mcpFile(root), ...mcpOfRoot })),
    ...roots.map(root => ({ path: descriptorsOf(root), ...ofRoot })),
    ...ensembles.map(folder => ({ path: folder, origin: 'user' as const, isTrusted: () => true })),
  ];
}

/** Those in which modes may be. */
export function modeFolders({ roots, ensembles, trust }: FolderOptions): readonly EnsembleFolder[] {
  return [
    { path: shippedEnsembles, origin: 'shipped', isTrusted: () => true },
    ...ensembles.map(folder => ({ path: folder, origin: 'user' as const, isTrusted: () => true })),
    ...roots.map(root => ({
      path: descriptorsOf(root),
      origin: 'workspace' as const,
      isTrusted: () => trust,
    })),
  ];
}

function descriptorsOf(root: string): string {
  return path.join(root, '.converser', 'ensembles');
}

export async function warnOfUntrusted(
  { roots, ignoresInstructions = false }: Pick<RunOptions, 'roots' | 'ignoresInstructions'>,
  { log }: Host,
): Promise<void> {
  const places = (root: string) => [
    path.join(root, '.mcp.json'),
    path.join(root, '.vscode', 'mcp.json'),
    descriptorsOf(root),
  ];
  for (const place of roots.flatMap(places)) {
    const found = await stat(place).catch(() => undefined);
    if (found !== undefined)
      log.warn(`${place} was not loaded. To load the tools that come with a folder, use --trust.`);
  }
  if (ignoresInstructions) return;
  for (const place of roots.flatMap(root => instructionNames.map(name => path.join(root, name)))) {
    const found = await stat(place).catch(() => undefined);
    if (found === undefined) continue;
    log.warn(`${place} isn't followed. To follow the instructions that come with a folder, use --trust.`);
    // One is enough to know that there are some.
    return;
  }
}

const instructionNames = ['AGENTS.md', 'CLAUDE.md', path.join('.github', 'copilot-instructions.md')];
