import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Host } from '../converser/ground/host.ts';
import type { Log } from '../converser/ground/ports.ts';
import { countText } from '../converser/ground/wording/numbers.ts';
import { visibleLine } from '../converser/ground/wording/visible-text.ts';
import type { Approver } from '../converser/words/permission/approver.ts';
import type { Diagnostic } from '../ensembles/descriptors/mistakes/diagnostic.ts';
import { changedFiles } from '../ensembles/workspace/journal/changed-files.ts';
import type { DiskJournal } from '../ensembles/workspace/journal/disk-journal.ts';
import type { TurnUndo } from '../ensembles/workspace/journal/turn-undo.ts';
import { type Converser, createConverser } from '../house/create-converser.ts';
import { descriptorsOf } from '../house/ensemble-folders.ts';
import type { RunOptions } from './command-line/command-line.ts';
import { openProviders, type TerminalProvider } from './models/open-providers.ts';
import { createRequestFiles } from './state/request-files.ts';
import { type HostOptions, terminalPorts } from './terminal-ports.ts';

export interface Terminal {
  readonly converser: Converser;
  readonly approver: Approver;
  readonly providers: readonly TerminalProvider[];
  readonly mistakes: readonly Diagnostic[];
}

export interface TerminalSources {
  readonly host: Host;
  readonly approver: Approver;
}

export async function openTerminal(
  options: HostOptions,
  { host, approver }: TerminalSources,
): Promise<Terminal> {
  const { requestsFolder: folder } = options;
  const logging = folder === undefined ? host : { ...host, requests: createRequestFiles(folder, host) };
  const providers = await openProviders(options, logging);
  const converser = await createConverser(await terminalPorts(options, { host, providers }));
  if (!options.trust) await warnOfUntrusted(options, host.log);
  await goOnWithUndos(converser.undo.turns, host.log);
  await warnOfCutOff(converser.undo.records, host.log);
  return {
    converser,
    approver,
    providers: providers.providers,
    mistakes: [...converser.ensembles.diagnostics.values()].flat(),
  };
}

/** Never rejects. */
async function goOnWithUndos(turns: Pick<TurnUndo, 'goOn'>, log: Pick<Log, 'warn'>): Promise<void> {
  const gone = await turns.goOn(new AbortController().signal).catch(() => []);
  for (const { record, outcome } of gone) {
    const left = outcome.isWhole ? '' : ' Some files were left as they are. To try them again: converse undo';
    log.warn(
      `Converser was ended while it undid “${visibleLine(record.header.title)}”, and has now gone on.${left}`,
    );
  }
}

/** Helps if Converser was ended in the middle of the last turn in these folders. Never rejects. */
async function warnOfCutOff(journal: Pick<DiskJournal, 'newest'>, log: Pick<Log, 'warn'>): Promise<void> {
  const record = await journal.newest().catch(() => undefined);
  if (record === undefined || !record.isCutOff || record.header.undoes !== undefined) return;
  const files = changedFiles(record).length;
  if (files === 0) return;
  const title = visibleLine(record.header.title);
  log.warn(
    `Converser was ended while “${title}” changed ${countText(files, 'file')}. To take that back: converse undo`,
  );
}

async function warnOfUntrusted(
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
    log.warn(`${place} isn’t followed. To follow the instructions that come with a folder, use --trust.`);
    return;
  }
}

const instructionNames = ['AGENTS.md', 'CLAUDE.md', path.join('.github', 'copilot-instructions.md')];
