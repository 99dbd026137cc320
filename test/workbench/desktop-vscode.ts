import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { cacheFolder, exists } from './ground/cache.mjs';
import { say, step } from './ground/say.mjs';

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
    say("VS Code's vendor cannot be reached from here: its server from npm is used instead.");
    return undefined;
  }
}

/** Opens a window with the extension under development in it; it lives on when this has returned. */
export async function openDesktop(
  program: string,
  { extension, folder }: { readonly extension: string; readonly folder: string },
): Promise<number> {
  const programArguments = ['--new-window', `--extensionDevelopmentPath=${extension}`, folder];
  // Chromium, which VS Code is made of, refuses to run as root unless it is told twice.
  if (process.getuid?.() === 0) {
    programArguments.push('--no-sandbox', `--user-data-dir=${path.join(cacheFolder(), 'vscode-profile')}`);
  }
  // On Windows `code` is a batch file, which only a shell runs, and a shell wants quotes.
  const shell = program.endsWith('.cmd');
  const quoted = (text: string) => (shell ? `"${text}"` : text);
  const child = spawn(quoted(program), programArguments.map(quoted), {
    detached: true,
    shell,
    stdio: 'ignore',
  });
  await once(child, 'spawn');
  child.unref();
  say(`VS Code opens with the extension in it, on ${folder}`);
  return 0;
}
