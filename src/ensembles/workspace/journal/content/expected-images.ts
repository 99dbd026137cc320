import path from 'node:path';
import { isWithin } from '../../../../converser/words/workspace/paths.ts';
import { type Image, type ImageEntry, takeImage } from '../image.ts';

/** Looks once at each absolute path. `undefined` if it is too large or can't be read. */
export type Images = (place: string) => Promise<Image | undefined>;

export function createImages(): Images {
  const known = new Map<string, Promise<Image | undefined>>();
  return place => {
    const budget = { bytes: 512 * 1024 ** 2, entries: 50_000 };
    const image = known.get(place) ?? takeImage(place, { budget }).catch(() => undefined);
    known.set(place, image);
    return image;
  };
}

export interface Expected {
  readonly images: Images;
  /** Maps absolute paths to what is not as it is now. */
  readonly later: Map<string, Image>;
}

export function expect(place: string, image: Image, { later }: Expected): void {
  for (const other of later.keys()) if (isWithin(other, place)) later.delete(other);
  later.set(place, image);
}

export async function expectedAt(place: string, { images, later }: Expected): Promise<Image | undefined> {
  const known = later.get(place) ?? fromAbove(place, later);
  const inside = [...later].filter(([other]) => other !== place && isWithin(other, place));
  const isMade = inside.some(([, inner]) => inner.kind !== 'absent');
  if (known?.kind === 'file' || known?.kind === 'link') return known;
  const seen = known ?? (await images(place));
  // What comes back in a folder makes it anew.
  const found = seen?.kind === 'absent' && isMade ? newFolder : seen;
  if (found?.kind !== 'folder') return found;
  let image: Image = found;
  for (const [other, inner] of inside)
    image = withInner(image, path.relative(place, other).split(path.sep), inner);
  return image;
}

const newFolder: Image = { kind: 'folder', mode: 0o755, entries: [] };

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
