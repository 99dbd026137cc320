import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ContentLabels } from '../../../../converser/words/labels/content-labels.ts';
import { join, type Label } from '../../../../converser/words/labels/label.ts';
import { absoluteKept } from '../../../../converser/words/workspace/kept-place.ts';
import { decodeText } from '../../disk/text-encoding.ts';
import { orAbsent, slashed } from '../../real-path.ts';
import type { Image, ImageEntry } from '../image.ts';
import { placeOf } from '../record-lines.ts';
import type { CommandChanges } from './command-changes.ts';
import type { EarlierLabels } from './earlier-labels.ts';

export interface ChangesToLabel extends CommandChanges {
  readonly unlisted: readonly string[];
  readonly earlier: EarlierLabels['of'];
}

export interface Labelling {
  /** Absent for a command that brings in nothing. */
  readonly label: Label | undefined;
  readonly labels: ContentLabels;
}

export async function labelChanges(made: ChangesToLabel, { label, labels }: Labelling): Promise<void> {
  const changes = made.changes.flatMap(({ change, after }) =>
    change.kind === 'replace' ? [{ place: absoluteKept(change.place), before: change.before, after }] : [],
  );
  if (label !== undefined) {
    const { files, folders } = leftBehind(made, await hashesBefore(made, labels));
    const names = label.integrity === 'outside' ? namesMade(changes) : [];
    await noteLeft({ files, places: [...folders, ...made.unlisted], names }, { label, labels });
  }
  for (const [earlier, left] of await passedOn(changes, made.earlier, labels))
    await noteLeft(left, { label: earlier, labels });
}

interface Replaced {
  readonly place: string;
  readonly before: Image;
  readonly after: Image;
}

interface Left {
  readonly files: readonly string[];
  readonly places: readonly string[];
  readonly names: readonly string[];
}

/** What was changed keeps its label, and what came in the place of something that is gone gets that one's. */
async function passedOn(
  changes: readonly Replaced[],
  earlier: EarlierLabels['of'],
  labels: ContentLabels,
): Promise<ReadonlyMap<Label, Left>> {
  const left = new Map<Label, Left>();
  const add = (label: Label | undefined, more: Partial<Left>) => {
    if (label === undefined) return;
    const { files, places, names } = left.get(label) ?? { files: [], places: [], names: [] };
    left.set(label, {
      files: files.concat(more.files ?? []),
      places: places.concat(more.places ?? []),
      names: names.concat(more.names ?? []),
    });
  };
  const gone = new Map<string, Label>();
  for (const { place, before, after } of changes) {
    if (before.kind === 'file' && after.kind === 'file') add(earlier.get(before.hash), { files: [place] });
    if (after.kind === 'absent') noteGone({ name: place, image: before }, earlier, gone);
  }
  const created = changes.filter(({ before }) => before.kind === 'absent');
  for (const { place, after } of created)
    if (after.kind === 'file' && !earlier.has(after.hash))
      add(gone.get(path.extname(place)), { files: [place] });
  const folders = created.flatMap(({ place, after }) => (after.kind === 'folder' ? [place] : []));
  for (const { place, before, after } of folders.length === 0 ? [] : changes) {
    if (before.kind !== 'folder' || after.kind !== 'absent') continue;
    add(await labels.at(place), { places: folders });
    add(await labels.ofNames([`${place}/*`]), { names: folders.map(folder => `${folder}/`) });
  }
  return left;
}

function noteGone({ name, image }: ImageEntry, earlier: EarlierLabels['of'], gone: Map<string, Label>): void {
  if (image.kind === 'folder') for (const inner of image.entries) noteGone(inner, earlier, gone);
  const label = image.kind === 'file' ? earlier.get(image.hash) : undefined;
  const [kind, before] = [path.extname(name), gone.get(path.extname(name))];
  if (label !== undefined) gone.set(kind, before === undefined ? label : join(before, label));
}

/** Whoever made a folder with all in it chose the names in it; a single plain name says nothing. */
function namesMade(changes: readonly Replaced[]): readonly string[] {
  const created = changes.filter(({ before }) => before.kind === 'absent').map(({ place }) => place);
  const all = new Set(created);
  const names = new Set<string>();
  for (const place of created) {
    let top = place;
    while (all.has(path.posix.dirname(top))) top = path.posix.dirname(top);
    if (top !== place) names.add(`${top}/`);
    if (!plainName.test(path.posix.basename(top))) names.add(top);
  }
  return names.size > mostPlaces ? [...names].map(place => `${path.posix.dirname(place)}/`) : [...names];
}

const plainName = /^[\w.@+-]{1,32}$/;

/** Labels files by their texts; by their places if they are too large, too many, or can't be read. */
async function noteLeft(
  { files, places: folders, names }: Left,
  { label, labels }: { readonly label: Label; readonly labels: ContentLabels },
): Promise<void> {
  const places = [...folders];
  const texts: string[] = [];
  let left = mostBytes;
  for (const [count, file] of files.entries()) {
    const read = count < mostFiles ? await readText(file, Math.min(left, largestFile)) : otherwise;
    left -= read.kind === 'text' ? read.text.length : 0;
    if (read.kind === 'text') texts.push(read.text);
    else if (read.kind === 'other') places.push(file);
  }
  if (texts.length + places.length + names.length > 0)
    await labels.noteAll({ texts, places: fewer(places), names: [...new Set(names)] }, label);
}

const mostFiles = 5_000;
const mostPlaces = 1_000;

/** In bytes. */
const mostBytes = 64_000_000;
const largestFile = 5_000_000;

function leftBehind({ changes, lost }: CommandChanges, known: ReadonlySet<string>) {
  const files: string[] = [];
  const folders: string[] = [];
  for (const { change, after } of changes) {
    if (change.kind === 'mode') continue;
    const place = absoluteKept(placeOf(change));
    // A moved file keeps its label.
    if (after.kind === 'file' && !known.has(after.hash)) files.push(place);
    if (after.kind === 'folder' && after.entries.length > 0) folders.push(place);
  }
  return { files, folders: [...folders, ...lost.map(slashed)] };
}

/** Leaves out what is labelled by its place: elsewhere, its label wouldn't be known. */
async function hashesBefore(
  { changes }: CommandChanges,
  labels: Pick<ContentLabels, 'at'>,
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const { change } of changes) {
    const hashes = 'before' in change ? hashesIn(change.before) : [];
    if (hashes.length > 0 && (await labels.at(absoluteKept(placeOf(change)))) === undefined)
      for (const hash of hashes) known.add(hash);
  }
  return known;
}

function hashesIn(image: Image | number): readonly string[] {
  if (typeof image === 'number') return [];
  if (image.kind === 'file') return [image.hash];
  return image.kind === 'folder' ? image.entries.flatMap(({ image: inside }) => hashesIn(inside)) : [];
}

type ReadText =
  | { readonly kind: 'text'; readonly text: string }
  /** It is gone, or binary, which no tool reads. */
  | { readonly kind: 'none' }
  | { readonly kind: 'other' };

const otherwise: ReadText = { kind: 'other' };

/** An editor may guess another encoding. */
async function readText(file: string, most: number): Promise<ReadText> {
  try {
    const stats = await stat(file).catch(orAbsent);
    if (stats?.isFile() !== true) return { kind: 'none' };
    if (stats.size > most) return otherwise;
    const content = decodeText(await readFile(file));
    if (content.kind === 'binary') return { kind: 'none' };
    return content.isEncodingGuessed ? otherwise : { kind: 'text', text: content.text };
  } catch {
    return otherwise;
  }
}

function fewer(places: readonly string[]): readonly string[] {
  let all = [...new Set(places)];
  while (all.length > mostPlaces) {
    const deepest = all.reduce((depth, place) => Math.max(depth, depthOf(place)), 0);
    const above = all.map(place => (depthOf(place) < deepest ? place : path.posix.dirname(place)));
    all = [...new Set(above)];
  }
  return all;
}

function depthOf(place: string): number {
  return place.split('/').length;
}
