/**
 * Opens a VS Code in which Converser's package is installed, on a sample workspace:
 *
 *     npm start [-- [--no-open] [--port <number>]]
 *
 * On a desktop that is VS Code itself, with settings of its own; elsewhere it is VS Code in a browser, and its
 * address is printed. `--no-open` only serves it, and `--port` says where. Conversations, model providers and keys
 * are kept from one start to the next, in a folder that is printed.
 */

import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { downloadedVscode, installedVscode, openDesktop, wantsDesktop } from './desktop-vscode.ts';
import { cacheFolder } from './ground/cache.mjs';
import { CannotGoOn, runMain, say, step } from './ground/say.mjs';
import { openWorkbench } from './open-workbench.ts';
import { extensionPackage } from './package-extension.ts';
import { type ServeOptions, serveWorkbench } from './serve-workbench.ts';

const opener = fileURLToPath(new URL('opener', import.meta.url));

await runMain(async () => {
  const { open, port } = readArguments();
  const data = path.join(cacheFolder(), 'start');
  await mkdir(data, { recursive: true });
  const folder = await sampleFolder();
  say(`Conversations, model providers and keys are kept in ${data}: remove it to begin afresh.`);
  const { file } = await extensionPackage();
  const desktop =
    open && wantsDesktop() ? ((await installedVscode()) ?? (await downloadedVscode())) : undefined;
  if (desktop) {
    return openDesktop(desktop, { file, opener, folder, data: path.join(data, 'desktop') });
  }
  const place: Place = {
    folder,
    data,
    companions: [opener],
    // As a new user meets it; tests have it switched off.
    settings: { 'workbench.welcomePage.walkthroughs.openOnInstall': true },
    port: port ?? (await usualPort(data)),
  };
  return open && wantsDesktop() ? showInBrowser(place) : serve(place);
});

type Place = ServeOptions & { readonly folder: string };

/** Without a screen, you bring the browser, on this machine. */
async function serve(place: Place): Promise<number> {
  const server = await step('Starting VS Code’s server', () => serveWorkbench(place));
  say('\nOpen this address in a browser on this machine, and press Ctrl+C here when you are done:\n');
  console.log(server.address(place.folder));
  await stopSignal();
  await server.close();
  return 0;
}

async function showInBrowser(place: Place): Promise<number> {
  const workbench = await step('Opening VS Code in a browser', () =>
    openWorkbench({ ...place, visible: true }),
  );
  say('Close its window, or press Ctrl+C here, when you are done.');
  await Promise.race([stopSignal(), workbench.context.waitForEvent('close', { timeout: 0 })]);
  await workbench.close();
  return 0;
}

/**
 * The sample workspace stays where it is from one start to the next, and so does what you tried out in it; its own
 * files are set back.
 */
async function sampleFolder(): Promise<string> {
  const folder = path.join(cacheFolder(), 'sample-workspace');
  await cp(fileURLToPath(new URL('../fixtures/workspace', import.meta.url)), folder, { recursive: true });
  return folder;
}

/** A browser keeps keys by the address of the page, sealed with what is in `data`, so the port stays the same as long as it is free. */
async function usualPort(data: string): Promise<number> {
  const note = path.join(data, 'port');
  const noted = Number(await readFile(note, 'utf8').catch(() => '0'));
  const port = (await freePort(noted)) ?? (await freePort(0)) ?? 0;
  await writeFile(note, String(port));
  return port;
}

async function freePort(wanted: number): Promise<number | undefined> {
  const server = createServer().listen(wanted, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  const address = server.address();
  server.close();
  return isFree && address !== null && typeof address === 'object' ? address.port : undefined;
}

function stopSignal(): Promise<unknown> {
  return Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map(signal => once(process, signal)));
}

function readArguments(): { readonly open: boolean; readonly port?: number } {
  try {
    const { values } = parseArgs({ options: { 'no-open': { type: 'boolean' }, port: { type: 'string' } } });
    const port = Number(values.port ?? 0);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`"${values.port}" is no port`);
    return { open: !values['no-open'], ...(values.port === undefined ? {} : { port }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotGoOn(`${reason}. Usage: npm start -- [--no-open] [--port <number>]`);
  }
}
