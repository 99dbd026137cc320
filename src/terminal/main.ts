import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { reasonOf } from '../converser/errors.ts';
import type { Host } from '../converser/host.ts';
import { defined } from '../converser/json/defined.ts';
import { createTerminalApprover } from './ask/terminal-approver.ts';
import type {
  CheckOptions,
  DoctorOptions,
  LockOptions,
  McpOptions,
  ServeOptions,
  TerminalOptions,
  UndoOptions,
} from './command-line/command-line.ts';
import type { InstructionsOptions } from './command-line/instructions-options.ts';
import { readCommandLine } from './command-line/options.ts';
import type { PermissionsOptions } from './command-line/permissions-options.ts';
import { usage } from './command-line/usage.ts';
import type { ComposedTerminal, ComposeOptions, FileTexts } from './compose-terminal.ts';
import { type StopSignal, stopSignal } from './stop-signal.ts';
import { createTerminalHost } from './terminal-host.ts';

/** `npm run converse`: Converser without an editor. */
async function main(): Promise<number> {
  const commandLine = readCommandLine(process.argv.slice(2));
  switch (commandLine.kind) {
    case 'help':
      process.stdout.write(usage);
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
    case 'instructions':
      return inFolders({ ...commandLine.options, ensembles: [] }, instructions);
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
  const options = withAbsoluteFolders(given);
  const missing = await missingFolder([...options.roots, ...options.ensembles]);
  return missing === undefined ? run(options) : complain(`Folder ${missing} not found.`, 2);
}

function converse(options: TerminalOptions): Promise<number> {
  const load = () => import('./run-turn.ts');
  return inTerminal(options, { host: hostFor(options.allow), load }, async ({ runTurn }, terminal, stop) => {
    const outcome = await runTurn(options, terminal, stop.signal);
    if (typeof outcome === 'object') return complain(outcome.wrong, 2);
    return stop.exitCode() ?? (outcome === 'final' ? 0 : 1);
  });
}

function serve(options: ServeOptions): Promise<number> {
  const load = () => import('./run-serve.ts');
  const serving = { ...options, hasCallers: true };
  return inTerminal(serving, { host: hostFor(options.allow), load }, async ({ runServe }, terminal, stop) => {
    const outcome = await runServe(options, terminal, stop.signal);
    if (typeof outcome === 'object') return complain(outcome.wrong, 1);
    return stop.exitCode() ?? complain('The output was closed.', 1);
  });
}

function mcp(options: McpOptions): Promise<number> {
  const load = () => import('./run-mcp.ts');
  // The terminal belongs to the program that started this one.
  const serving = { ...options, isUnattended: true, hasCallers: true };
  return inTerminal(
    serving,
    { host: silentHost(options.allow), load },
    async ({ runMcp }, terminal, stop) => {
      await runMcp(options, terminal, stop.signal);
      return stop.exitCode() ?? 0;
    },
  );
}

function doctor(options: DoctorOptions): Promise<number> {
  const load = () => import('./run-doctor.ts');
  const examined = { ...options, isUnattended: true, hasCallers: true };
  const host = silentHost(options.allow);
  return inTerminal(examined, { host, load }, async ({ runDoctor }, terminal, stop) => {
    const code = await runDoctor(options, terminal, stop.signal);
    return stop.exitCode() ?? code;
  });
}

interface Loading<Module> {
  readonly host: Host;
  /** Loads only now what runs, so that a mistake in the options shows at once. */
  readonly load: () => Promise<Module>;
}

/** Composes a terminal of the options, runs in it, and disposes of it. */
async function inTerminal<Module>(
  options: ComposeOptions & FilesNamed,
  { host, load }: Loading<Module>,
  run: (module: Module, terminal: ComposedTerminal, stop: StopSignal) => Promise<number>,
): Promise<number> {
  const texts = await readFiles(options);
  if ('unreadable' in texts) return complain(`Can't read the file ${texts.unreadable}.`, 2);
  const mistake = await mistakeInProtected(options.protect ?? []);
  if (mistake !== undefined) return complain(`--protect: ${mistake}`, 2);
  const stop = stopSignal();
  const [{ composeTerminal }, module] = await Promise.all([import('./compose-terminal.ts'), load()]);
  const terminal = await composeTerminal(options, texts, host);
  try {
    return await run(module, terminal, stop);
  } finally {
    await Promise.race([terminal.dispose(), host.clock.sleep(disposalLimit, new AbortController().signal)]);
  }
}

async function mistakeInProtected(globs: readonly string[]): Promise<string | undefined> {
  if (globs.length === 0) return undefined;
  const { mistakeInGlobs } = await import('../ensembles/workspace/protection/added-places.ts');
  return mistakeInGlobs(globs);
}

async function check(options: CheckOptions): Promise<number> {
  const stop = stopSignal();
  const { runCheck } = await import('./run-check.ts');
  const code = await runCheck(options, hostFor([]), stop.signal);
  return stop.exitCode() ?? code;
}

async function lock(options: LockOptions): Promise<number> {
  const stop = stopSignal();
  const { runLock } = await import('./run-lock.ts');
  const code = await runLock(options, hostFor([]), stop.signal);
  return stop.exitCode() ?? code;
}

async function undo(options: UndoOptions): Promise<number> {
  const stop = stopSignal();
  const { runUndo } = await import('./undo/run-undo.ts');
  const code = await runUndo(options, hostFor([]), stop.signal);
  return stop.exitCode() ?? code;
}

function instructions(options: InstructionsOptions): Promise<number> {
  const load = () => import('./instructions/run-instructions.ts');
  const listing = { ...options, ensembles: [], allow: [], isUnattended: true };
  return inTerminal(listing, { host: silentHost([]), load }, ({ runInstructions }, terminal, stop) =>
    runInstructions(options, terminal, stop.signal),
  );
}

async function permissions(options: PermissionsOptions): Promise<number> {
  const { runPermissions } = await import('./permissions/run-permissions.ts');
  return runPermissions(options);
}

/** Asks you nothing. */
function silentHost(allowed: readonly string[]): Host {
  return createTerminalHost(createTerminalApprover(allowed, () => undefined));
}

function hostFor(allowed: readonly string[]): Host {
  return createTerminalHost(createTerminalApprover(allowed));
}

/** Milliseconds for ensembles to end. Those that take longer end with the process. */
const disposalLimit = 5000;

function complain(message: string, exitCode: number): number {
  process.stderr.write(`converse: ${message}\n`);
  return exitCode;
}

type FolderOptions = Pick<
  TerminalOptions,
  'roots' | 'ensembles' | 'lock' | 'contractFile' | 'modelsFile' | 'instructionsFile'
> &
  Pick<ServeOptions, 'keyFile' | 'keysFile'> & { readonly attach?: readonly string[] };

function withAbsoluteFolders<Options extends FolderOptions>(options: Options): Options {
  const { roots, ensembles, lock, contractFile, modelsFile, instructionsFile, keyFile, keysFile, attach } =
    options;
  return {
    ...options,
    roots: roots.map(fromHere),
    ensembles: ensembles.map(fromHere),
    ...defined({
      lock: lock && fromHere(lock),
      contractFile: contractFile && fromHere(contractFile),
      modelsFile: modelsFile && fromHere(modelsFile),
      instructionsFile: instructionsFile && fromHere(instructionsFile),
      keyFile: keyFile && fromHere(keyFile),
      keysFile: keysFile && fromHere(keysFile),
      attach: attach?.map(file => (file === '-' ? file : fromHere(file))),
    }),
  };
}

/** npm runs its scripts in the package's folder, but paths are relative to the folder in which you typed them. */
function fromHere(place: string): string {
  const { INIT_CWD, npm_lifecycle_event: script } = process.env;
  const here = script === 'converse' && INIT_CWD !== undefined ? INIT_CWD : process.cwd();
  return path.resolve(here, place);
}

type FilesNamed = Pick<TerminalOptions, 'contractFile' | 'modelsFile' | 'instructionsFile'>;

async function readFiles({
  contractFile,
  modelsFile,
  instructionsFile,
}: FilesNamed): Promise<FileTexts | { readonly unreadable: string }> {
  const named = [contractFile, modelsFile, instructionsFile];
  const [contract, models, instructions] = await Promise.all(named.map(textOf));
  if (contract === null) return { unreadable: contractFile ?? '' };
  if (models === null) return { unreadable: modelsFile ?? '' };
  if (instructions === null) return { unreadable: instructionsFile ?? '' };
  return defined({ contract, models, instructions });
}

/** `null`: it can't be read. */
async function textOf(file: string | undefined): Promise<string | undefined | null> {
  return file === undefined ? undefined : readFile(file, 'utf8').catch(() => null);
}

async function missingFolder(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) return folder;
  }
  return undefined;
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
