import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath } from '@vscode/test-electron';
import { cacheFolder, exists } from './ground/cache.mjs';
import { CannotGoOn, say, step } from './ground/say.mjs';

/**
 * Whether a desktop VS Code could show a window here. `CONVERSER_WORKBENCH=desktop` or `=server` decides
 * where this guesses wrong.
 */
export function wantsDesktop(): boolean {
  const { CONVERSER_WORKBENCH: choice, DISPLAY, WAYLAND_DISPLAY, VSCODE_IPC_HOOK_CLI } = process.env;
  if (choice) return choice === 'desktop';
  // In a terminal of a remote VS Code, `code` talks to a window elsewhere, which cannot load our files.
  if (VSCODE_IPC_HOOK_CLI) return false;
  return process.platform === 'darwin' || process.platform === 'win32' || Boolean(DISPLAY || WAYLAND_DISPLAY);
}

/** Gives the `code` command that the user installed, if there is one. */
export async function installedVscode(): Promise<string | undefined> {
  const name = process.platform === 'win32' ? 'code.cmd' : 'code';
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [
    ...folders.map(folder => path.join(folder, name)),
    '/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code',
  ];
  for (const candidate of candidates) if (await exists(candidate)) return candidate;
  return undefined;
}

/** Gives a VS Code of our own from its vendor, kept in the cache; undefined when the vendor is out of reach. */
export async function downloadedVscode(): Promise<string | undefined> {
  const cachePath = path.join(cacheFolder(), 'vscode-desktop');
  try {
    return await step('Looking for a VS Code to test in, from update.code.visualstudio.com', () =>
      downloadAndUnzipVSCode({ version: 'stable', cachePath }),
    );
  } catch {
    say('VS Code’s vendor cannot be reached from here: its server from npm is used instead.');
    return undefined;
  }
}

/** Installs the package in a VS Code with settings of its own, and opens a window that lives on when this has returned. */
export async function openDesktop(
  program: string,
  { file, opener, folder, data }: Readonly<Record<'file' | 'opener' | 'folder' | 'data', string>>,
): Promise<number> {
  const own = [
    `--user-data-dir=${path.join(data, 'user')}`,
    `--extensions-dir=${path.join(data, 'extensions')}`,
    // Chromium, which VS Code is made of, refuses to run as root unless it is told to.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const code = await installPackage(program, { file, profileArguments: own });
  const window = runCode(code, [...own, '--new-window', `--extensionDevelopmentPath=${opener}`, folder]);
  await once(window, 'spawn');
  window.unref();
  say(`VS Code opens with Converser in it, on ${folder}`);
  return 0;
}

/** Installs the package with VS Code's own command, and gives that. */
export async function installPackage(
  program: string,
  { file, profileArguments }: { readonly file: string; readonly profileArguments: readonly string[] },
): Promise<string> {
  const code = isCommand(program) ? program : resolveCliPathFromVSCodeExecutablePath(program);
  const install = runCode(code, [...profileArguments, '--force', `--install-extension=${file}`]);
  const [exitCode] = await once(install, 'exit');
  if (exitCode !== 0) throw new CannotGoOn(`VS Code could not install ${file}.`);
  return code;
}

/** What the user installed is the command `code`; what was downloaded is the program that it starts. */
function isCommand(program: string): boolean {
  return /^code(\.cmd)?$/.test(path.basename(program)) && path.basename(path.dirname(program)) === 'bin';
}

function runCode(code: string, codeArguments: readonly string[]): ChildProcess {
  // On Windows `code` is a batch file, which only a shell runs, and a shell wants quotes.
  const shell = code.endsWith('.cmd');
  const quoted = (text: string) => (shell ? `"${text}"` : text);
  return spawn(quoted(code), codeArguments.map(quoted), { detached: true, shell, stdio: 'ignore' });
}
