import { lstat } from 'node:fs/promises';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { KeptPlace } from '../../../converser/words/workspace/kept-place.ts';
import { absolutePath, parent, placeKey } from '../../../converser/words/workspace/paths.ts';
import type { FileChange } from '../../../converser/words/workspace/undo-journal.ts';
import type { Location, UnsavedFile } from '../../../converser/words/workspace/workspace.ts';
import { bytePath } from '../../../files/byte-names.ts';
import { orAbsent } from '../real-path.ts';
import { hashOf, type Image, type ImageOptions, takeImage } from './image.ts';
import type { KeptChange } from './record-lines.ts';

type Describing = ImageOptions &
  Required<Pick<ImageOptions, 'keep'>> & { readonly unsaved: readonly UnsavedFile[] };

export async function describeChange(
  change: FileChange,
  { unsaved, ...options }: Describing,
): Promise<KeptChange> {
  switch (change.kind) {
    case 'move': {
      const { kind, from, to } = change;
      return { kind, from: keptPlace(from), to: keptPlace(to), made: await missingAbove(to) };
    }
    case 'mode': {
      const { mode } = await lstat(bytePath(absolutePath(change.place)));
      return { kind: 'mode', place: keptPlace(change.place), before: mode & 0o7777, made: [] };
    }
    case 'replace': {
      const before: Image = await takeImage(absolutePath(change.place), options);
      const edited = unsaved.find(({ location }) => placeKey(location) === placeKey(change.place));
      const text = edited === undefined ? undefined : Buffer.from(edited.text);
      if (text !== undefined) options.keep(hashOf(text), text);
      return defined({
        kind: 'replace',
        place: keptPlace(change.place),
        before,
        made: await missingAbove(change.place),
        unsaved: text === undefined ? undefined : hashOf(text),
        expected: change.bytes === undefined ? undefined : hashOf(change.bytes),
      });
    }
  }
}

export async function imageAfter(change: FileChange, options: ImageOptions): Promise<Image | undefined> {
  switch (change.kind) {
    case 'move':
      return undefined;
    case 'mode': {
      const { mode } = await lstat(bytePath(absolutePath(change.place)));
      return { kind: 'folder', mode: mode & 0o7777, entries: [] };
    }
    case 'replace':
      return takeImage(absolutePath(change.place), options);
  }
}

export function placesOf(change: FileChange): readonly [Location, ...Location[]] {
  return change.kind === 'move' ? [change.from, change.to] : [change.place];
}

async function missingAbove(place: Location): Promise<readonly KeptPlace[]> {
  const missing: KeptPlace[] = [];
  for (let folder = parent(place); folder.path !== ''; folder = parent(folder)) {
    if ((await lstat(bytePath(absolutePath(folder))).catch(orAbsent)) !== undefined) break;
    missing.unshift(keptPlace(folder));
  }
  return missing;
}

function keptPlace({ root, path: relative }: Location): KeptPlace {
  return { root: root.path, path: relative };
}
