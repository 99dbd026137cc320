import path from 'node:path';
import { bytesText, countText } from '../../../../converser/ground/wording/numbers.ts';
import { isWithin } from '../../../../converser/words/workspace/paths.ts';
import type { UnkeptFile } from '../content/keep-contents.ts';
import type { Manifest } from '../manifest/folder-manifest.ts';
import { heavyNames } from '../manifest/list-folders.ts';

export function notKeptLines({ roots }: Manifest, unkept: readonly UnkeptFile[]): readonly string[] {
  const nameOf = (root: string, relative: string) => {
    if (roots.length === 1) return relative === '' ? path.basename(root) : relative;
    return path.join(path.basename(root), relative);
  };
  const unlisted = roots.flatMap(({ root, unlisted: folders }) =>
    folders.map(folder => `${nameOf(root, folder)}: has too many files, or can’t be read`),
  );
  const counted = [...groupsOf(unkept)].sort(([, a], [, b]) => b.bytes - a.bytes);
  const lines = counted.map(([, { root, place, files, bytes, isOther }]) =>
    files === 1
      ? `${nameOf(root, place)}: ${isOther === true ? 'a pipe, socket or device' : bytesText(bytes)}`
      : `${nameOf(root, place)}: ${countText(files, 'file')}, ${bytesText(bytes)}`,
  );
  const all = [...unlisted, ...lines];
  if (all.length <= mostLines) return all;
  return [...all.slice(0, mostLines - 1), `and ${countText(all.length - mostLines + 1, 'more place')}`];
}

export function lostPlaces({ roots }: Manifest, lost: readonly string[]): readonly string[] {
  const files = lost.map(absolute => {
    const root = roots.find(each => isWithin(absolute, each.root))?.root ?? '';
    return { root, path: path.relative(root, absolute), size: 0 };
  });
  const groups = [...groupsOf(files).values()];
  const named = groups.map(({ place, files: count }) =>
    count === 1 ? place : `${place}: ${countText(count, 'file')}`,
  );
  return named.length <= mostLines ? named : [...named.slice(0, mostLines - 1), '…'];
}

const mostLines = 8;

interface Group {
  readonly root: string;
  readonly place: string;
  readonly files: number;
  readonly bytes: number;
  readonly isOther?: boolean | undefined;
}

function groupsOf(unkept: readonly UnkeptFile[]): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const { root, path: relative, size, isOther } of unkept) {
    const above = placeOf(relative);
    const key = `${root}\0${above}`;
    const known = groups.get(key);
    const [files, bytes] = [(known?.files ?? 0) + 1, (known?.bytes ?? 0) + size];
    groups.set(key, { root, place: known === undefined ? relative : above, files, bytes, isOther });
  }
  return groups;
}

function placeOf(relative: string): string {
  const names = relative.split('/');
  const heavy = names.findIndex(name => heavyNames.has(name));
  return names.slice(0, heavy < 0 ? Math.min(1, names.length) : heavy + 1).join('/');
}
