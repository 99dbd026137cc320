/**
 * Opens a VS Code with the extension in it, on a sample workspace:
 *
 *     npm start [-- [--no-open] [--port <number>]]
 *
 * On a desktop that is VS Code itself; elsewhere it is VS Code in a browser, of which at least the address
 * is told. `--no-open` only serves it, and `--port` says where.
 */

import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildExtension } from '../../esbuild.js';
import { downloadedVscode, installedVscode, openDesktop, wantsDesktop } from './desktop-vscode.ts';
import { cacheFolder } from './ground/cache.mjs';
import { CannotGoOn, runMain, say, step } from './ground/say.mjs';
import { openWorkbench } from './open-workbench.ts';
import { type ServeOptions, serveWorkbench } from './serve-workbench.ts';

const extension = path.resolve(import.meta.dirname, '..', '..');

await runMain(async () => {
  const { open, port } = readArguments();
  await step('Building the extension', () => buildExtension());
  const folder = await sampleFolder();
  const desktop =
    open && wantsDesktop() ? ((await installedVscode()) ?? (await downloadedVscode())) : undefined;
  if (desktop) return openDesktop(desktop, { extension, folder });
  // As a new user meets it; tests have it switched off.
  const settings = { 'workbench.welcomePage.walkthroughs.openOnInstall': true };
  const place = { extension, folder, settings, ...(port === undefined ? {} : { port }) };
  return open && wantsDesktop() ? showInBrowser(place) : serve(place);
});

type Place = Pick<ServeOptions, 'extension' | 'settings' | 'port'> & { readonly folder: string };

/** Without a screen, whoever can reach this machine's loopback address brings the browser. */
async function serve(place: Place): Promise<number> {
  const server = await step("Starting VS Code's server", () => serveWorkbench(place));
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
 * The sample workspace stays where it is from one start to the next, for the sake of whatever was tried out
 * in it; its own files are set back.
 */
async function sampleFolder(): Promise<string> {
  const folder = path.join(cacheFolder(), 'sample-workspace');
  await cp(fileURLToPath(new URL('../fixtures/workspace', import.meta.url)), folder, { recursive: true });
  return folder;
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
