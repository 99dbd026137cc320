import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { bytePath, linkTarget, namesIn } from '../../../files/byte-names.ts';
import { readWhole } from '../hold.ts';
import { orAbsent } from '../real-path.ts';

/** Holds enough to tell whether a place has changed and, with the bytes by their hashes, to bring it back. */
export type Image =
  | { readonly kind: 'absent' }
  /** `hash` is the SHA-256 in hexadecimal; `mode` are the permission bits. */
  | { readonly kind: 'file'; readonly hash: string; readonly size: number; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'folder'; readonly mode: number; readonly entries: readonly ImageEntry[] };

export interface ImageEntry {
  readonly name: string;
  readonly image: Image;
}

export interface ImageBudget {
  bytes: number;
  entries: number;
}

export interface ImageOptions {
  readonly budget: ImageBudget;
  readonly keep?: (hash: string, bytes: Uint8Array) => void;
}

/** Throws beyond the budget, and for what is neither a file, a folder nor a link. */
export async function takeImage(file: string, options: ImageOptions): Promise<Image> {
  const stats = await lstat(bytePath(file)).catch(orAbsent);
  if (stats === undefined) return { kind: 'absent' };
  if (--options.budget.entries < 0) throw tooLarge;
  if (stats.isSymbolicLink()) return { kind: 'link', target: linkTarget(file) };
  if (stats.isFile()) return imageOfFile(file, options);
  if (!stats.isDirectory()) throw new Error('it isn’t a file, a folder or a link');
  const entries: ImageEntry[] = [];
  for (const name of namesIn(file).sort()) {
    entries.push({ name, image: await takeImage(path.join(file, name), options) });
  }
  return { kind: 'folder', mode: stats.mode & 0o7777, entries };
}

async function imageOfFile(file: string, { budget, keep }: ImageOptions): Promise<Image> {
  const { bytes, stats } = await readWhole(file, size => {
    budget.bytes -= size;
    if (budget.bytes < 0) throw tooLarge;
  });
  const hash = hashOf(bytes);
  keep?.(hash, bytes);
  return { kind: 'file', hash, size: bytes.length, mode: Number(stats.mode & 0o7777n) };
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const tooLarge = new Error('it is too large');

export function isSameImage(a: Image, b: Image): boolean {
  if (a.kind === 'file') return b.kind === 'file' && a.hash === b.hash && a.mode === b.mode;
  if (a.kind === 'link') return b.kind === 'link' && a.target === b.target;
  if (a.kind === 'absent') return b.kind === 'absent';
  if (b.kind !== 'folder' || a.mode !== b.mode || a.entries.length !== b.entries.length) return false;
  return a.entries.every(({ name, image }, index) => {
    const other = b.entries[index];
    return other?.name === name && isSameImage(image, other.image);
  });
}
