import { execFile } from 'node:child_process';
import { lstat, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isWithin } from '../../../../converser/words/workspace/paths.ts';
import type { Location } from '../../../../converser/words/workspace/workspace.ts';
import { readRegularFile } from '../../../../files/read-regular-file.ts';
import type { LayerChanges } from './apply-layer.ts';
import type { Layer } from './overlay.ts';

export interface ProposedText {
  readonly place: Location;
  /** `null` is a file that is to go. */
  readonly after: string | null;
}

/** Before a command starts: it sees the files as they are proposed. */
export async function proposeIn(layers: readonly Layer[], files: readonly ProposedText[]): Promise<void> {
  for (const { place, after } of files) {
    const real = await realOf(place);
    const layer = layers.find(({ below }) => isWithin(real, below));
    if (layer === undefined) continue;
    const name = path.relative(layer.below, real);
    const at = path.join(layer.upper, name);
    await makeFolder(path.dirname(name), layer);
    if (after === null) await markRemoved(at);
    else await writeFile(at, after, { mode: (await modeOf(real)) ?? 0o666 });
  }
}

/** Which places a command has changed besides. */
export async function changedBeside(
  changes: readonly LayerChanges[],
  files: readonly ProposedText[],
): Promise<readonly string[]> {
  const proposed = new Map<string, string | null>();
  for (const { place, after } of files) proposed.set(await realOf(place), after);
  const found: string[] = [];
  for (const { layer, touched, draft } of changes) {
    for (const { place, isWhole } of touched) {
      const text = proposed.get(place);
      if (!isWhole || path.basename(place) === draft || text === null) continue;
      const now =
        text === undefined
          ? undefined
          : await readRegularFile(path.join(layer.upper, path.relative(layer.below, place)), mostCompared);
      if (now === undefined || now.toString('utf8') !== text) found.push(place);
    }
  }
  return found;
}

/** In bytes. */
const mostCompared = 8 * 1024 ** 2;

async function realOf({ root, path: below }: Location): Promise<string> {
  return path.join(await realpath(root.path), below);
}

/** As those below are: the layer’s folders stand for them. */
async function makeFolder(name: string, layer: Layer): Promise<void> {
  if (name === '.') return;
  await makeFolder(path.dirname(name), layer);
  const mode = await modeOf(path.join(layer.below, name));
  await mkdir(path.join(layer.upper, name), mode === undefined ? {} : { mode }).catch(ifThere);
}

function ifThere(cause: NodeJS.ErrnoException): void {
  if (cause.code !== 'EEXIST') throw cause;
}

function modeOf(place: string): Promise<number | undefined> {
  return lstat(place).then(
    ({ mode }) => mode & 0o7777,
    () => undefined,
  );
}

/** Anybody may make such a mark since Linux 5.8. See “whiteouts” in the kernel’s documentation of overlayfs. */
async function markRemoved(place: string): Promise<void> {
  await rm(place, { force: true });
  await promisify(execFile)('/usr/bin/mknod', [place, 'c', '0', '0'], { env: {} });
}
