import { isUtf8 } from 'node:buffer';
import { type LineChange, lineChanges, linesIn } from '../../edit/line-changes.ts';
import { hashOf, type Image, isSameImage } from '../image.ts';

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

/** What was there when an undo began that was ended in the middle. */
export interface BegunUndo {
  readonly from: Image;
  readonly bytes: TextSources['kept'];
}

/** Accepts what such an undo leaves: nothing, or a file each byte of which is an old or a new one, so none is yours. */
export async function isHalfway(
  {
    before,
    begun: { from, bytes },
    now,
  }: Pick<ChangedText, 'before' | 'now'> & { readonly begun: BegunUndo },
  { kept, readNow }: TextSources,
): Promise<boolean> {
  if (now.kind === 'absent' || isSameImage(now, from)) return true;
  if (before.kind !== 'file' || from.kind !== 'file' || now.kind !== 'file') return false;
  const [old, next, found] = await Promise.all([bytes(from.hash), kept(before.hash), readNow()]);
  if (found.length > Math.max(old.length, next.length)) return false;
  return found.every((byte, at) => byte === old[at] || byte === next[at]);
}

function endsOf(text: string): readonly string[] {
  return [...new Set(text.match(/\r?\n/g))];
}

function keyOf({ oldStart, oldCount, newStart, newCount }: LineChange, text: string): string {
  return JSON.stringify([oldStart, oldCount, linesIn(text).slice(newStart, newStart + newCount)]);
}
