import { absoluteKept, type KeptPlace } from '../../../../converser/words/workspace/kept-place.ts';
import { isWithin } from '../../../../converser/words/workspace/paths.ts';
import { type Image, isSameImage } from '../image.ts';
import type { KeptRecord } from '../record-file.ts';
import { createImages, type Expected, expect, expectedAt, type Images } from './expected-images.ts';

/** A command may have moved the only copy of a file over something else: an undo must leave it there. */
export async function displacedContents({
  changes,
}: Pick<KeptRecord, 'changes'>): Promise<ReadonlySet<string>> {
  const displaced = new Set<string>();
  if (!hasMovedContents(changes)) return displaced;
  const images = createImages();
  // What is left for this reason is in the way of others.
  for (let known = -1; known !== displaced.size; ) {
    known = displaced.size;
    await addDisplaced(changes, { displaced, images });
  }
  return displaced;
}

function hasMovedContents(changes: KeptRecord['changes']): boolean {
  const replaced = changes.flatMap(({ change, after }) =>
    change.kind === 'replace' ? [{ change, after }] : [],
  );
  const taken = new Set(replaced.flatMap(({ change }) => hashesIn(change.before)));
  return replaced.some(({ after }) => after !== undefined && hashesIn(after).some(hash => taken.has(hash)));
}

async function addDisplaced(
  changes: KeptRecord['changes'],
  { displaced, images }: { readonly displaced: Set<string>; readonly images: Images },
): Promise<void> {
  const expected: Expected = { images, later: new Map() };
  const left: string[] = [];
  for (const { change, after } of [...changes].reverse()) {
    if (change.kind === 'move') await moveBack(change, { left, expected });
    if (change.kind === 'mode') await setMode(change, expected);
    if (change.kind === 'replace') {
      const place = absoluteKept(change.place);
      const now = await expectedAt(place, expected);
      const isBack = now === undefined || isSameImage(now, change.before);
      const isLeft = now?.kind === 'file' && displaced.has(now.hash);
      if (!isBack && !isLeft && (after === undefined || isSameImage(now, after)))
        expect(place, change.before, expected);
      else if (!isBack) {
        left.push(place);
        for (const hash of hashesIn(change.before)) displaced.add(hash);
      }
    }
    await removeEmptied(change.made, expected);
  }
}

async function setMode({ place, before }: Change<'mode'>, expected: Expected): Promise<void> {
  const absolute = absoluteKept(place);
  const now = await expectedAt(absolute, expected);
  if (now?.kind === 'folder') expect(absolute, { ...now, mode: before }, expected);
}

async function removeEmptied(made: readonly KeptPlace[], expected: Expected): Promise<void> {
  for (const place of [...made].reverse()) {
    const now = await expectedAt(absoluteKept(place), expected);
    if (now?.kind !== 'folder' || now.entries.length > 0) return;
    expect(absoluteKept(place), { kind: 'absent' }, expected);
  }
}

type Change<Kind> = Extract<KeptRecord['changes'][number]['change'], { readonly kind: Kind }>;

/** Moves as an undo does: not if something is in the way, or in what was moved. */
async function moveBack(
  { from, to }: Change<'move'>,
  { left, expected }: { readonly left: readonly string[]; readonly expected: Expected },
): Promise<void> {
  const [old, now] = [absoluteKept(from), absoluteKept(to)];
  if (left.some(place => isWithin(place, now))) return;
  const [there, moved] = [await expectedAt(old, expected), await expectedAt(now, expected)];
  if (there?.kind !== 'absent' || moved === undefined || moved.kind === 'absent') return;
  expect(old, moved, expected);
  expect(now, { kind: 'absent' }, expected);
}

function hashesIn(image: Image): readonly string[] {
  if (image.kind === 'file') return [image.hash];
  return image.kind === 'folder' ? image.entries.flatMap(entry => hashesIn(entry.image)) : [];
}
