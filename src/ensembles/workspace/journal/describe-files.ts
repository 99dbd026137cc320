import { absoluteKept, type KeptPlace } from '../../../converser/words/workspace/kept-place.ts';
import { shownPath } from '../../../converser/words/workspace/paths.ts';
import type { Root } from '../../../converser/words/workspace/workspace.ts';
import { shortDiff } from '../edit/short-diff.ts';
import type { Image } from './image.ts';
import type { KeptRecord } from './record-file.ts';
import type { Undoable, UndoableFile } from './undoable.ts';

export interface DescribedFile {
  readonly file: UndoableFile;
  readonly shown: string;
  readonly from?: string;
  readonly kind: 'created' | 'changed' | 'deleted' | 'moved';
  /** For example `+42 −3`. Absent for what isn't text, or is too large to be compared. */
  readonly counts?: string;
}

export async function describeFiles(
  { record, files }: Pick<Undoable, 'record' | 'files'>,
  { roots, most }: { readonly roots: readonly Root[]; readonly most: number },
): Promise<readonly DescribedFile[]> {
  const afters = new Map<string, Image>();
  for (const { change, after } of record.changes)
    if (change.kind === 'replace' && after !== undefined) afters.set(absoluteKept(change.place), after);
  const described: DescribedFile[] = [];
  for (const file of files.slice(0, most)) {
    const { was, now, before } = file;
    const after = afters.get(absoluteKept(now));
    const isMoved = was !== undefined && absoluteKept(was) !== absoluteKept(now);
    const counts = await countsOf({ before, after }, record.bytes);
    described.push({
      file,
      shown: shownKept(now, roots),
      kind:
        was === undefined ? 'created' : after?.kind === 'absent' ? 'deleted' : isMoved ? 'moved' : 'changed',
      ...(isMoved ? { from: shownKept(was, roots) } : {}),
      ...(counts === undefined ? {} : { counts }),
    });
  }
  return described;
}

const largestCompared = 256 * 1024;

async function countsOf(
  { before, after }: { readonly before: Image | undefined; readonly after: Image | undefined },
  bytes: KeptRecord['bytes'],
): Promise<string | undefined> {
  const [old, fresh] = [await textOf(before, bytes), await textOf(after, bytes)];
  return old === undefined || fresh === undefined ? undefined : (await shortDiff(old, fresh, 0)).counts;
}

async function textOf(image: Image | undefined, bytes: KeptRecord['bytes']): Promise<string | undefined> {
  if (image?.kind === 'absent') return '';
  if (image?.kind !== 'file' || image.size > largestCompared) return undefined;
  const read = await bytes(image.hash).catch(() => undefined);
  return read === undefined || read.includes(0) ? undefined : Buffer.from(read).toString();
}

export function shownKept(place: KeptPlace, roots: readonly Root[]): string {
  const root = roots.find(each => each.path === place.root);
  return root === undefined ? absoluteKept(place) : shownPath({ root, path: place.path }, roots);
}
