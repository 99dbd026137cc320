import path from 'node:path';
import { absoluteKept } from '../../../../converser/trust/kept-place.ts';
import { isWithin } from '../../../../converser/workspace/paths.ts';
import { type Image, type ImageEntry, isSameImage, takeImage } from '../image.ts';
import type { KeptRecord } from '../record-file.ts';

/**
 * The hashes of contents that can't come back to their own places, because those have changed since. If a command moved
 * one of them over something else, that is its only copy: an undo must leave it there.
 */
export async function displacedContents({
  changes,
}: Pick<KeptRecord, 'changes'>): Promise<ReadonlySet<string>> {
  const displaced = new Set<string>();
  if (!hasMovedContents(changes)) return displaced;
  const images = createImages();
  // What is left because of that is in the way of others.
  for (let known = -1; known !== displaced.size; ) {
    known = displaced.size;
    await addDisplaced(changes, { displaced, images });
  }
  return displaced;
}

/** Whether anything was put somewhere that was removed or overwritten elsewhere. */
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
    if (change.kind !== 'replace') continue;
    const place = absoluteKept(change.place);
    const now = await expectedAt(place, expected);
    if (now === undefined || isSameImage(now, change.before)) continue;
    const isLeft = now.kind === 'file' && displaced.has(now.hash);
    if (!isLeft && (after === undefined || isSameImage(now, after))) expect(place, change.before, expected);
    else {
      left.push(place);
      for (const hash of hashesIn(change.before)) displaced.add(hash);
    }
  }
}

/** As an undo does: unless something is in the way, or in what was moved. */
async function moveBack(
  { from, to }: Extract<KeptRecord['changes'][number]['change'], { kind: 'move' }>,
  { left, expected }: { readonly left: readonly string[]; readonly expected: Expected },
): Promise<void> {
  const [old, now] = [absoluteKept(from), absoluteKept(to)];
  if (left.some(place => isWithin(place, now))) return;
  const [there, moved] = [await expectedAt(old, expected), await expectedAt(now, expected)];
  if (there?.kind !== 'absent' || moved === undefined || moved.kind === 'absent') return;
  expect(old, moved, expected);
  expect(now, { kind: 'absent' }, expected);
}

/** What is at absolute paths now, each looked at once. `undefined`: it is too large, or can't be read. */
type Images = (place: string) => Promise<Image | undefined>;

function createImages(): Images {
  const known = new Map<string, Promise<Image | undefined>>();
  return place => {
    const budget = { bytes: 512 * 1024 ** 2, entries: 50_000 };
    const image = known.get(place) ?? takeImage(place, { budget }).catch(() => undefined);
    known.set(place, image);
    return image;
  };
}

/** What will be where when the later changes have been taken back. */
interface Expected {
  readonly images: Images;
  /** By absolute paths: what is not as it is now. */
  readonly later: Map<string, Image>;
}

function expect(place: string, image: Image, { later }: Expected): void {
  if (image.kind === 'folder')
    for (const other of later.keys()) if (isWithin(other, place)) later.delete(other);
  later.set(place, image);
}

/** `undefined`: it is too large, or can't be read. */
async function expectedAt(place: string, { images, later }: Expected): Promise<Image | undefined> {
  const known = later.get(place) ?? fromAbove(place, later);
  if (known?.kind === 'absent' || known?.kind === 'file' || known?.kind === 'link') return known;
  const found = known ?? (await images(place));
  if (found?.kind !== 'folder') return found;
  let image: Image = found;
  for (const [other, inner] of later)
    if (other !== place && isWithin(other, place))
      image = withInner(image, path.relative(place, other).split(path.sep), inner);
  return image;
}

function fromAbove(place: string, later: Expected['later']): Image | undefined {
  for (let above = path.dirname(place); above !== path.dirname(above); above = path.dirname(above)) {
    let image = later.get(above);
    if (image === undefined) continue;
    for (const name of path.relative(above, place).split(path.sep))
      image = (image.kind === 'folder' ? innerOf(image.entries, name) : undefined) ?? { kind: 'absent' };
    return image;
  }
  return undefined;
}

function innerOf(entries: readonly ImageEntry[], name: string): Image | undefined {
  return entries.find(entry => entry.name === name)?.image;
}

function withInner(image: Image, [name = '', ...rest]: readonly string[], inner: Image): Image {
  if (image.kind !== 'folder') return image;
  const old = innerOf(image.entries, name) ?? { kind: 'absent' };
  const made = rest.length === 0 ? inner : withInner(old, rest, inner);
  const others = image.entries.filter(entry => entry.name !== name);
  const entries = made.kind === 'absent' ? others : [...others, { name, image: made }];
  return { ...image, entries: entries.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

function hashesIn(image: Image): readonly string[] {
  if (image.kind === 'file') return [image.hash];
  return image.kind === 'folder' ? image.entries.flatMap(entry => hashesIn(entry.image)) : [];
}
