import { lstatSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../../../../converser/words/workspace/paths.ts';
import { readRegularFile } from '../../../../files/read-regular-file.ts';
import type { GitFolders } from '../git/git-folders.ts';
import { type IndexEntry, parseIndex } from '../git/git-index.ts';
import { forgetMirrors, mirrorObjects } from '../git/git-mirror.ts';
import { mostInIndex } from '../git/git-state.ts';
import { runGit } from '../git/run-git.ts';
import type { Entry, Manifest } from '../manifest/folder-manifest.ts';
import { createSlices } from '../manifest/slices.ts';

interface Marking {
  readonly folder: string;
  /** In bytes. */
  readonly largest: number;
  readonly signal: AbortSignal;
}

/** Files that Git holds byte for byte in a pack need no copy. Rejects only once the signal has aborted. */
export async function markHeldByGit(manifest: Manifest, marking: Marking): Promise<void> {
  for (const repository of manifest.git) {
    // What can't be read there is copied.
    await markIn(repository, manifest, marking).catch(() => {});
    marking.signal.throwIfAborted();
  }
  await forgetMirrors(marking.folder, Date.now());
}

interface Candidate {
  readonly path: string;
  readonly oid: string;
  readonly entry: Entry;
  readonly entries: Map<string, Entry>;
  readonly listed: string;
}

async function markIn(
  repository: GitFolders,
  manifest: Manifest,
  { folder, largest, signal }: Marking,
): Promise<void> {
  const mirror = await mirrorObjects(repository, folder);
  if (mirror.hasLost) unmark(repository, manifest);
  const { worktree } = repository;
  const inIt = manifest.roots.filter(({ root }) => isWithin(root, worktree) || isWithin(worktree, root));
  if (!isWorthAsking(inIt, largest)) return;
  const clean = await cleanFiles(repository, manifest, signal);
  if (clean.length === 0) return;
  const run = { cwd: mirror.folder, signal };
  const packed = clean.filter(({ oid }) => !isLoose(oid, repository));
  const filtered = await filteredPaths(packed, repository, run);
  const sizes = await sizesOf(packed, run);
  if (filtered === undefined || sizes === undefined) return;
  for (const [index, { path: relative, oid, entry, entries, listed }] of packed.entries())
    if (sizes[index] === entry.size && !filtered.has(relative)) entries.set(listed, { ...entry, blob: oid });
}

function unmark({ worktree }: GitFolders, { roots }: Manifest): void {
  for (const { root, entries } of roots) {
    for (const [relative, { blob, ...entry }] of entries)
      if (blob !== undefined && isWithin(`${root}/${relative}`, worktree)) entries.set(relative, entry);
  }
}

/** In files: copying fewer takes less time than asking Git. */
const fewest = 100;

/** Of a part, also one file that is too large to be copied is worth it. */
export function isWorthAsking(roots: Manifest['roots'], largest: number): boolean {
  let count = 0;
  for (const { entries, only } of roots) {
    for (const { kind, size, hash, blob } of entries.values()) {
      if (kind !== 'file' || hash !== undefined || blob !== undefined) continue;
      if (++count >= fewest || (only !== undefined && size > largest)) return true;
    }
  }
  return false;
}

async function cleanFiles(
  { worktree, own, common }: GitFolders,
  { roots }: Manifest,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const file = path.join(own, 'index');
  const [config, index] = await Promise.all(
    [path.join(common, 'config'), file].map(async each => readRegularFile(await realpath(each), mostInIndex)),
  );
  if (index === undefined || config === undefined || /objectformat\s*=\s*sha256/i.test(config.toString()))
    return [];
  const written = (await stat(file)).mtimeMs;
  const slices = createSlices(signal);
  const clean: Candidate[] = [];
  for (const indexed of parseIndex(index) ?? []) {
    if (slices.isOver()) await slices.rest();
    const absolute = `${worktree}/${indexed.path}`;
    const root = roots.find(each => isWithin(absolute, each.root));
    if (root === undefined) continue;
    const [entries, listed] = [root.entries, absolute.slice(root.root.length + 1)];
    const entry = entries.get(listed);
    if (entry?.kind !== 'file' || entry.hash !== undefined || entry.blob !== undefined) continue;
    const { path: relative, oid } = indexed;
    if (isClean(entry, indexed, written)) clean.push({ path: relative, oid, entry, entries, listed });
  }
  return clean;
}

/** A file written when the index was, or later, may have changed without looking different. */
function isClean(entry: Entry, indexed: IndexEntry, written: number): boolean {
  const seconds = Math.floor(entry.mtime / 1000);
  const nanoseconds = (entry.mtime - seconds * 1000) * 1e6;
  return (
    indexed.stage === 0 &&
    (indexed.mode & 0o170000) === 0o100000 &&
    entry.mtime < written - 1 &&
    indexed.size === entry.size &&
    indexed.mtime === seconds &&
    (indexed.mtimeNs === 0 || Math.abs(indexed.mtimeNs - nanoseconds) < 1000) &&
    (indexed.ctime === 0 || indexed.ctime === Math.floor(entry.ctime / 1000)) &&
    (indexed.ino === 0 || indexed.ino === entry.ino % 2 ** 32)
  );
}

/** A loose object would go with the repository. */
function isLoose(oid: string, { common }: GitFolders): boolean {
  const file = path.join(common, 'objects', oid.slice(0, 2), oid.slice(2));
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

async function filteredPaths(
  candidates: readonly Candidate[],
  { worktree }: GitFolders,
  run: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<ReadonlySet<string> | undefined> {
  const input = candidates.map(({ path: relative }) => `${relative}\0`).join('');
  const args = ['-C', worktree, 'check-attr', '-z', '--stdin', 'filter', 'ident', 'working-tree-encoding'];
  const output = await runGit(args, { ...run, input });
  if (output === undefined) return undefined;
  const filtered = new Set<string>();
  const fields = output.toString().split('\0');
  for (let at = 0; at + 2 < fields.length; at += 3)
    if (!/^(unspecified|unset)$/.test(fields[at + 2] ?? '')) filtered.add(fields[at] ?? '');
  return filtered;
}

/** Keeps the order. An object that isn't there, or isn't a file, has no size. */
async function sizesOf(
  candidates: readonly Candidate[],
  run: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<readonly (number | undefined)[] | undefined> {
  const input = candidates.map(({ oid }) => `${oid}\n`).join('');
  const args = ['--git-dir', '.', 'cat-file', '--batch-check=%(objecttype) %(objectsize)'];
  const output = await runGit(args, { ...run, input });
  return output
    ?.toString()
    .split('\n')
    .map(line => (line.startsWith('blob ') ? Number(line.slice(5)) : undefined));
}
