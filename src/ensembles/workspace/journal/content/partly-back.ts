import { isUtf8 } from 'node:buffer';
import { type LineChange, lineChanges, linesIn } from '../../edit/line-changes.ts';
import { hashOf, type Image } from '../image.ts';

export interface ChangedText {
  readonly before: Image;
  readonly after: Image;
  readonly now: Image;
}

export interface TextSources {
  readonly kept: (hash: string) => Promise<Uint8Array>;
  readonly readNow: () => Promise<Uint8Array>;
}

/** In bytes. */
const largest = 1024 ** 2;

/** Passes over changes taken back by themselves: if nothing else was added, the rest can go back, too. */
export async function isPartlyBack(
  { before, after, now }: ChangedText,
  { kept, readNow }: TextSources,
): Promise<boolean> {
  if (before.kind !== 'file' || after.kind !== 'file' || now.kind !== 'file') return false;
  if (after.mode !== now.mode || Math.max(before.size, after.size, now.size) > largest) return false;
  const all = await Promise.all([kept(before.hash), kept(after.hash), readNow()]).catch(() => undefined);
  if (!all?.every(bytes => isUtf8(bytes)) || hashOf(all[2]) !== now.hash) return false;
  const [old, written, found] = all.map(bytes => Buffer.from(bytes).toString());
  if (old === undefined || written === undefined || found === undefined) return false;
  if (endsOf(found).some(end => !endsOf(old).includes(end) && !endsOf(written).includes(end))) return false;
  const [made, left] = [await lineChanges(old, written), await lineChanges(old, found)];
  if (made === undefined || left === undefined) return false;
  const known = new Set(made.map(change => keyOf(change, written)));
  return left.every(change => known.has(keyOf(change, found)));
}

/** A program was ended while it overwrote `from` with `to`: each byte is one of theirs, so none is yours. */
export async function isHalfWritten(
  { from, to, now }: { readonly from: Image; readonly to: Image; readonly now: Image },
  sources: readonly (() => Promise<Uint8Array>)[],
): Promise<boolean> {
  if (from.kind !== 'file' || to.kind !== 'file' || now.kind !== 'file') return false;
  const [old, written, found] = await Promise.all(sources.map(read => read()));
  if (old === undefined || written === undefined || found === undefined) return false;
  const lengths = [old.length, written.length];
  if (found.length < Math.min(...lengths) || found.length > Math.max(...lengths)) return false;
  return found.every((byte, at) => byte === old[at] || byte === written[at]);
}

function endsOf(text: string): readonly string[] {
  return [...new Set(text.match(/\r?\n/g))];
}

function keyOf({ oldStart, oldCount, newStart, newCount }: LineChange, text: string): string {
  return JSON.stringify([oldStart, oldCount, linesIn(text).slice(newStart, newStart + newCount)]);
}
