import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../converser/ground/ports.ts';
import { descriptorsOf } from '../house/ensemble-folders.ts';
import type { RunOptions } from './command-line/command-line.ts';

export async function warnOfUntrusted(
  { roots, ignoresInstructions = false }: Pick<RunOptions, 'roots' | 'ignoresInstructions'>,
  log: Pick<Log, 'warn'>,
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
    return;
  }
}

const instructionNames = ['AGENTS.md', 'CLAUDE.md', path.join('.github', 'copilot-instructions.md')];
