import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ensureCodeServer } from './code-server.ts';
import { installedExtension } from './install-extension.ts';
import { removeFolder } from './remove-folder.ts';

type Settings = Readonly<Record<string, unknown>>;

export type ServeOptions = {
  /**
   * The folder of an extension under development, beside the installed package. VS Code then knows that a program drives
   * it: it shows no notifications, and opens its chat view although nobody has signed in.
   */
  readonly extension?: string;
  /** Folders of other extensions that are installed beside it; they need no build. */
  readonly companions?: readonly string[];
  /**
   * Where VS Code keeps its settings and what extensions store, from one start to the next: `settings` count the
   * first time. Left out: a new folder, removed in the end.
   */
  readonly data?: string;
  /** VS Code's user settings, on top of those that keep it quiet. */
  readonly settings?: Settings;
  /** False leaves workspace trust switched on, and every folder untrusted until somebody says otherwise. */
  readonly trust?: boolean;
  /** A free port is chosen when none is named. */
  readonly port?: number;
  /** Added to the environment of the server and therefore of the extension host. */
  readonly environment?: Readonly<Record<string, string>>;
};

type AddressOptions = {
  readonly extensionTests?: string | undefined;
  readonly inspect?: boolean | undefined;
};

/** Where a debugger finds an extension host that was told to wait for one. */
export const inspectPort = 9230;

export type ServedWorkbench = {
  readonly version: string;
  /** Where VS Code keeps its settings, its logs and what extensions store. */
  readonly data: string;
  /** Changes the user's settings, as an editor of the settings file would. */
  changeSettings(changed: Settings): Promise<void>;
  /** The address of the workbench with a folder open in it and, when asked for, tests running in it. */
  address(folder: string, options?: AddressOptions): string;
  /** Ends every process that belongs to the server and removes its data. */
  close(): Promise<void>;
};

const readyWithin = 60_000;

const keyHolder = fileURLToPath(new URL('key-holder.mjs', import.meta.url));

/** What would ask, advertise or reach for the network while nobody is watching. */
const quietSettings = {
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'security.workspace.trust.banner': 'never',
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/** Starts VS Code's server with Converser in it, on a loopback port, and waits until it listens. */
export async function serveWorkbench(options: ServeOptions): Promise<ServedWorkbench> {
  const { script, node, version } = await ensureCodeServer();
  const data = options.data ?? (await mkdtemp(path.join(tmpdir(), 'converser-workbench-')));
  const tokenFile = path.join(data, 'token');
  const keptToken = await readFile(tokenFile, 'utf8').catch(() => undefined);
  const token = keptToken ?? randomUUID();
  if (keptToken === undefined) {
    await changeSettings(data, { ...quietSettings, ...options.settings });
    await writeFile(tokenFile, token, { mode: 0o600 });
  }
  await installExtensions(data, options);
  const command = [node, keyHolder, script, ...serverArguments(data, options)];
  const server = startLeashed(command, options.environment);
  const close = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.stdin.end();
      await once(server, 'exit');
    }
    if (options.data !== undefined) return;
    await removeFolder(data);
  };
  try {
    const port = await listeningPort(server);
    const { extension } = options;
    return {
      ...{ version, data },
      changeSettings: changed => changeSettings(data, changed),
      address: (folder, more) =>
        addressOf({ port, token }, { ...(extension === undefined ? {} : { extension }), folder, ...more }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * A page takes one extension under development only; all others are installed. Without its list of extensions,
 * VS Code takes for installed what lies in the folder.
 */
async function installExtensions(data: string, { companions = [] }: ServeOptions): Promise<void> {
  const extensions = path.join(data, 'extensions');
  await rm(extensions, { recursive: true, force: true });
  await cp(await installedExtension(), extensions, { recursive: true });
  if (companions.length > 0) await rm(path.join(extensions, 'extensions.json'), { force: true });
  for (const each of companions)
    await cp(each, path.join(extensions, path.basename(each)), { recursive: true });
}

/**
 * code-server keeps the user's settings beside the server, where stock VS Code would ask the browser. A page of it is
 * a remote window, in which settings of scope "machine" count in the machine's file only: among the user's they are
 * read at first, as is all that is unknown, and vanish when VS Code has registered them. In neither file does a
 * setting that belongs in the other do harm, and what a window writes goes where its value is.
 */
async function changeSettings(data: string, changed: Settings): Promise<void> {
  for (const whose of ['User', 'Machine']) {
    const file = path.join(data, 'user', whose, 'settings.json');
    await mkdir(path.dirname(file), { recursive: true });
    const settings = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
    await writeFile(file, JSON.stringify({ ...settings, ...changed }, undefined, 2));
  }
}

function serverArguments(data: string, options: ServeOptions): readonly string[] {
  const { trust = true, port = 0, extension } = options;
  return [
    '--host=127.0.0.1',
    `--port=${port}`,
    // A terminal of this VS Code is a shell: nobody else on this machine shall open it. The token is handed over
    // in a file because everybody can read a process's arguments.
    `--connection-token-file=${path.join(data, 'token')}`,
    '--accept-server-license-terms',
    `--user-data-dir=${path.join(data, 'user')}`,
    `--extensions-dir=${path.join(data, 'extensions')}`,
    `--server-data-dir=${path.join(data, 'server')}`,
    '--telemetry-level=off',
    // Without this flag a built VS Code ignores the page's extensionDevelopmentPath without a word.
    ...(extension === undefined ? [] : ['--enable-smoke-test-driver']),
    ...(trust ? ['--disable-workspace-trust'] : []),
  ];
}

type Leashed = ChildProcessByStdio<Writable, Readable, Readable>;

function startLeashed(command: readonly string[], environment: ServeOptions['environment']): Leashed {
  const leash = fileURLToPath(new URL('leash.mjs', import.meta.url));
  return spawn(process.execPath, [leash, ...command], {
    detached: true,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Waits for the line in which the server says where it listens; both streams are drained ever after. */
function listeningPort(server: Leashed): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (what: string) => reject(new Error(`VS Code’s server ${what}. It wrote:\n${output}`));
    const timer = setTimeout(() => fail(`was not ready within ${readyWithin / 1000} s`), readyWithin);
    const read = (chunk: Buffer) => {
      // Only the beginning is of interest; the server talks on for as long as it lives.
      if (output.length < 20_000) output += chunk.toString();
      const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
      if (!port) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.once('error', reject);
    server.once('exit', code => {
      clearTimeout(timer);
      fail(`ended with ${code} before it was ready`);
    });
  });
}

function addressOf(
  { port, token }: { readonly port: number; readonly token: string },
  place: AddressOptions & { readonly extension?: string; readonly folder: string },
): string {
  const remote = (file: string) => `vscode-remote://127.0.0.1:${port}${file}`;
  const payload = [
    ...(place.extension ? [['extensionDevelopmentPath', remote(place.extension)]] : []),
    ...(place.extensionTests ? [['extensionTestsPath', remote(place.extensionTests)]] : []),
    ...(place.inspect ? [['inspect-brk-extensions', String(inspectPort)]] : []),
    ['skipWelcome', 'true'],
  ];
  const query = new URLSearchParams({ tkn: token, folder: place.folder, payload: JSON.stringify(payload) });
  return `http://127.0.0.1:${port}/?${query}`;
}
