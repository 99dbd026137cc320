import path from 'node:path';
import { ensureDebianPackages } from './debian-packages.ts';
import { exists } from './ground/cache.mjs';
import { CannotGoOn } from './ground/say.mjs';

/**
 * Finds the browser that shows the workbench, or installs Debian's.
 *
 * @returns the path of a Chromium or of a browser made from it; `CONVERSER_CHROMIUM` overrides the search
 */
export async function ensureChromium(): Promise<string> {
  const chosen = process.env.CONVERSER_CHROMIUM;
  if (chosen) {
    if (await exists(chosen)) return chosen;
    throw new CannotGoOn(`CONVERSER_CHROMIUM names ${chosen}, which does not exist.`);
  }
  const found = await findChromium();
  if (found) return found;
  await ensureDebianPackages(['chromium'], { why: 'the browser tests' });
  const installed = await findChromium();
  if (installed) return installed;
  throw new CannotGoOn('no Chromium or Chrome was found: install one, or name it in CONVERSER_CHROMIUM.');
}

async function findChromium(): Promise<string | undefined> {
  for (const candidate of candidates()) if (await exists(candidate)) return candidate;
  return undefined;
}

function candidates(): readonly string[] {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      name => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    const places = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
    return roots.flatMap(root => (root ? places.map(place => path.join(root, place)) : []));
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap(name => folders.map(folder => path.join(folder, name)));
}

/** Chromium does without its sandbox, graphics and everything that would reach for the network. */
export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
