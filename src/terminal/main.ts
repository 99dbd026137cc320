import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { reasonOf } from '../converser/ground/errors.ts';
import type { Host } from '../converser/ground/host.ts';
import type { Approver } from '../converser/words/permission/approver.ts';
import { readRegularFileSync } from '../files/read-regular-file.ts';
import { createTerminalApprover } from './ask/terminal-approver.ts';
import type {
  CheckOptions,
  DoctorOptions,
  ExportOptions,
  ImportOptions,
  LockOptions,
  McpOptions,
  PermissionsOptions,
  ReplayOptions,
  RunOptions,
  ServeOptions,
  TerminalOptions,
  ToolsOptions,
  UndoOptions,
} from './command-line/command-line.ts';
import {
  type FolderOptions,
  fromHere,
  missingFolder,
  withAbsoluteFolders,
} from './command-line/given-paths.ts';
import { readCommandLine } from './command-line/options.ts';
import { readSettingsFile } from './command-line/settings-file.ts';
import type { Terminal } from './open-terminal.ts';
import { ownOutput } from './own-output.ts';
import { type StopSignal, stopSignal } from './stop-signal.ts';
import { createTerminalHost, type TerminalHostOptions } from './terminal-host.ts';
import type { HostOptions } from './terminal-ports.ts';

async function main(): Promise<number> {
  const file = await readSettingsFile();
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  const commandLine = readCommandLine(process.argv.slice(2), { file, readText, isTerminal });
  const { json = false } =
    'options' in commandLine && 'json' in commandLine.options ? commandLine.options : {};
  ownOutput({ json: json || commandLine.kind === 'mcp' });
  switch (commandLine.kind) {
    case 'help':
      process.stdout.write(commandLine.text);
      return 0;
    case 'version':
      process.stdout.write(`${await version()}\n`);
      return 0;
    case 'wrong':
      return complain(commandLine.message, 2);
    case 'check':
      return check(commandLine.options);
    case 'lock':
      return inFolders(commandLine.options, lock);
    case 'serve':
      return inFolders(commandLine.options, serve);
    case 'mcp':
      return inFolders(commandLine.options, mcp);
    case 'doctor':
      return inFolders(commandLine.options, doctor);
    case 'undo':
      return inFolders({ ...commandLine.options, ensembles: [] }, undo);
    case 'export':
      // The folder may have been moved or deleted since.
      return exportOne(await withAbsoluteFolders({ ...commandLine.options, ensembles: [] }));
    case 'import':
      return inFolders({ ...commandLine.options, ensembles: [] }, importOne);
    case 'replay':
      return replay(commandLine.options);
    case 'instructions':
      return inFolders(commandLine.options, instructions);
    case 'tools':
      return inFolders(commandLine.options, tools);
    case 'spending':
      return spending(commandLine.options);
    case 'permissions':
      return inFolders({ ...commandLine.options, ensembles: [] }, permissions);
    case 'converse':
      return inFolders(commandLine.options, converse);
  }
}

async function inFolders<Options extends FolderOptions>(
  given: Options,
  run: (options: Options) => Promise<number>,
): Promise<number> {
  const options = await withAbsoluteFolders(given);
  const missing = await missingFolder([...options.roots, ...options.ensembles]);
  return missing === undefined ? run(options) : complain(`Folder ${missing} not found.`, 2);
}

function converse(options: TerminalOptions): Promise<number> {
  const load = () => import('./conversation/run-question.ts');
  return inTerminal(options, { approver: asking(options), load }, async ({ runTurn }, terminal, stop) => {
    const outcome = await runTurn(options, terminal, stop);
    if (typeof outcome === 'object') return complain(outcome.wrong, 2);
    return outcome === 'final' ? 0 : 1;
  });
}

function serve(options: ServeOptions): Promise<number> {
  const load = () => import('./run-serve.ts');
  const serving = { ...options, hasCallers: true };
  const loading = { approver: asking(options), load, tellsFailures: true };
  return inTerminal(serving, loading, async ({ runServe }, terminal, stop) => {
    const outcome = await runServe(options, terminal, stop.signal);
    if (typeof outcome === 'object') return complain(outcome.wrong, 1);
    return stop.exitCode() ?? complain('The output was closed.', 1);
  });
}

function mcp(options: McpOptions): Promise<number> {
  const load = () => import('./run-mcp.ts');
  const serving = { ...options, hasCallers: true };
  // The terminal belongs to the program that started this one.
  return unattended(serving, { load, tellsFailures: true }, async ({ runMcp }, terminal, { signal }) => {
    await runMcp(options, terminal, signal);
    return 0;
  });
}

function doctor(options: DoctorOptions): Promise<number> {
  const load = () => import('./run-doctor.ts');
  const examined = { ...options, hasCallers: true };
  return unattended(examined, { load }, ({ runDoctor }, terminal, { signal }) =>
    runDoctor(options, terminal, signal),
  );
}

function unattended<Module>(
  options: HostOptions & Pick<RunOptions, 'allow'>,
  loading: Omit<Loading<Module>, 'approver'>,
  run: Running<Module>,
): Promise<number> {
  return inTerminal({ ...options, isUnattended: true }, { approver: silent(options), ...loading }, run);
}

type Running<Module> = (module: Module, terminal: Terminal, stop: StopSignal) => Promise<number>;

interface Loading<Module> extends TerminalHostOptions {
  readonly approver: Approver;
  /** Loads the command only when it runs, so that a mistake in the options shows at once. */
  readonly load: () => Promise<Module>;
}

async function inTerminal<Module>(
  options: HostOptions,
  { approver, load, ...hosting }: Loading<Module>,
  run: Running<Module>,
): Promise<number> {
  const mistake = await mistakeInProtected(options.settings.protectedPlaces);
  if (mistake !== undefined) return complain(`converser.protectedPlaces: ${mistake}`, 2);
  const stop = stopSignal();
  const host = createTerminalHost(hosting);
  const [{ openTerminal }, module] = await Promise.all([import('./open-terminal.ts'), load()]);
  const terminal = await openTerminal(options, { host, approver });
  try {
    const code = await run(module, terminal, stop);
    return stop.exitCode() ?? code;
  } finally {
    await Promise.race([
      terminal.converser.dispose(),
      host.clock.sleep(disposalLimit, new AbortController().signal),
    ]);
  }
}

async function mistakeInProtected(globs: readonly unknown[]): Promise<string | undefined> {
  if (globs.length === 0) return undefined;
  const { mistakeInGlobs } = await import('../ensembles/workspace/protection/added-places.ts');
  return mistakeInGlobs(globs);
}

function replay(options: ReplayOptions): Promise<number> {
  const load = () => import('./conversation/run-replay.ts');
  return unattended(options, { load }, async ({ runReplay }, terminal, { signal }) => {
    const code = await runReplay({ ...options, file: fromHere(options.file) }, terminal, signal);
    return typeof code === 'object' ? complain(code.wrong, 2) : code;
  });
}

const check = (options: CheckOptions) =>
  alone(async (...given) => (await import('./run-check.ts')).runCheck(options, ...given));

const lock = (options: LockOptions) =>
  alone(async (...given) => (await import('./run-lock.ts')).runLock(options, ...given));

const undo = (options: UndoOptions) =>
  alone(async (...given) => (await import('./run-undo.ts')).runUndo(options, ...given));

const exportOne = (options: ExportOptions) =>
  alone(async host => (await import('./run-exchange.ts')).runExport(options, host));

const importOne = ({ file, ...options }: ImportOptions) =>
  alone(async host =>
    (await import('./run-exchange.ts')).runImport({ ...options, file: fromHere(file) }, host),
  );

async function alone(run: (host: Host, signal: AbortSignal) => Promise<number>): Promise<number> {
  const stop = stopSignal();
  const code = await run(createTerminalHost(), stop.signal);
  return stop.exitCode() ?? code;
}

function instructions(options: RunOptions): Promise<number> {
  const load = () => import('./run-instructions.ts');
  const listing = { ...options, ensembles: [], allow: [] };
  return unattended(listing, { load }, ({ runInstructions }, terminal, { signal }) =>
    runInstructions(options, terminal, signal),
  );
}

function tools(options: ToolsOptions): Promise<number> {
  const load = () => import('./run-tools.ts');
  return unattended(options, { load }, ({ runTools }, terminal, { signal }) =>
    runTools(options, terminal, signal),
  );
}

async function permissions(options: PermissionsOptions): Promise<number> {
  const { runPermissions } = await import('./permissions/run-permissions.ts');
  return runPermissions(options);
}

async function spending(options: RunOptions): Promise<number> {
  const { runSpending } = await import('./run-spending.ts');
  return runSpending(options, createTerminalHost());
}

function silent({ allow }: Pick<RunOptions, 'allow'>): Approver {
  return createTerminalApprover(allow, () => undefined);
}

function asking({ allow }: Pick<RunOptions, 'allow'>): Approver {
  return createTerminalApprover(allow);
}

/** In milliseconds. Ensembles that take longer end with the process. */
const disposalLimit = 5000;

function complain(message: string, exitCode: number): number {
  process.stderr.write(`converse: ${message}\n`);
  return exitCode;
}

function readText(file: string): string | undefined {
  return readRegularFileSync(fromHere(file), 16_000_000, { followsLinks: true })?.toString('utf8');
}

async function version(): Promise<string> {
  const manifest = await readFile(path.join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** Resolves when a pipe has taken everything that was written. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise(resolve => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}

const code = await main().catch(cause => complain(reasonOf(cause), 1));
await Promise.all([process.stdout, process.stderr].map(flushed));
// A tool that ignores its signal would keep the process alive.
process.exit(code);
