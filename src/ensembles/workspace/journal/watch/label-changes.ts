import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ContentLabels } from '../../../../converser/words/labels/content-labels.ts';
import { joinAll, type Label } from '../../../../converser/words/labels/label.ts';
import { absoluteKept } from '../../../../converser/words/workspace/kept-place.ts';
import { bytePath } from '../../../../files/byte-names.ts';
import { readBytes } from '../../../../files/read-regular-file.ts';
import { decodeText } from '../../disk/text-encoding.ts';
import { isPlainName, labelOfNames, nameOf, namesIn } from '../../label-names.ts';
import { orAbsent, slashed } from '../../real-path.ts';
import type { Image } from '../image.ts';
import { placeOf } from '../record-lines.ts';
import type { CommandChanges, MadeChange } from './command-changes.ts';

export interface ChangesToLabel extends CommandChanges {
  readonly unlisted: readonly string[];
  /** Maps hashes of texts to their labels. */
  readonly earlier: ReadonlyMap<string, Label> | undefined;
}

export interface Labelling {
  /** Absent for a command that brings nothing in. */
  readonly label: Label | undefined;
  readonly labels: ContentLabels;
}

/** A text keeps its label when a command changes it: you did not write that. `undefined` where nothing is labelled. */
export async function earlierLabels(labels: ContentLabels) {
  const of = new Map<string, Label>();
  const look = async (hash: string, bytes: Uint8Array) => {
    const content = bytes.length > largestFile ? undefined : decodeText(bytes);
    const label = content?.kind === 'text' ? await labels.of(content.text) : undefined;
    if (label !== undefined) of.set(hash, label);
  };
  return (await labels.any()) ? { of, look } : undefined;
}

export async function labelChanges(made: ChangesToLabel, { label, labels }: Labelling): Promise<void> {
  const changes = made.changes.flatMap(replacedIn);
  if (label !== undefined) {
    const { files, folders } = leftBehind(made, await hashesBefore(made, labels));
    const names = label.integrity === 'outside' ? namesMade(changes, new Set(files)) : [];
    await noteLeft({ files, places: [...folders, ...made.unlisted, ...names] }, label, labels);
  }
  const kept = keptLabels(changes, made.earlier ?? new Map());
  for (const left of [...kept, ...(await movedNames(changes, labels))])
    await noteLeft(left, left.label, labels);
}

interface Replaced {
  readonly place: string;
  readonly before: Image;
  readonly after: Image;
}

function replacedIn({ change, after }: MadeChange): readonly Replaced[] {
  return change.kind === 'replace'
    ? [{ place: absoluteKept(change.place), before: change.before, after }]
    : [];
}

interface Kept extends Left {
  readonly label: Label;
}

/** A changed text keeps its label, and one in the place of a text that is gone gets the label of that. */
function keptLabels(changes: readonly Replaced[], earlier: ReadonlyMap<string, Label>): readonly Kept[] {
  const gone = changes
    .filter(({ after }) => after.kind === 'absent')
    .flatMap(({ place, before }) => filesIn(before, place))
    .flatMap(({ name, hash }) => ({ kind: path.extname(name), label: earlier.get(hash) }));
  return changes.flatMap(({ place, before, after }) => {
    if (after.kind !== 'file' || earlier.has(after.hash)) return [];
    const found = before.kind === 'file' ? [{ label: earlier.get(before.hash) }] : [];
    const replaced =
      before.kind === 'absent' ? gone.filter(({ kind }) => kind === path.extname(place)) : found;
    const labels = replaced.flatMap(({ label }) => label ?? []);
    return labels.length === 0 ? [] : [{ label: joinAll(labels), files: [place], places: [] }];
  });
}

async function movedNames(changes: readonly Replaced[], labels: ContentLabels): Promise<readonly Kept[]> {
  const gone = changes.filter(({ before, after }) => before.kind === 'folder' && after.kind === 'absent');
  const label = await labelOfNames(
    labels,
    gone.map(({ place }) => `${place}/x`),
  );
  const made = changes.filter(({ before, after }) => before.kind === 'absent' && after.kind === 'folder');
  return label === undefined ? [] : [{ label, files: [], places: made.map(({ place }) => namesIn(place)) }];
}

/** Whoever makes a folder with new files in it chooses their names. */
function namesMade(changes: readonly Replaced[], files: ReadonlySet<string>): readonly string[] {
  const created = changes.filter(({ before }) => before.kind === 'absent').map(({ place }) => place);
  const all = new Set(created);
  return created.flatMap(place => {
    let top = place;
    while (all.has(path.posix.dirname(top))) top = path.posix.dirname(top);
    const names = top !== place && files.has(place) ? [namesIn(top)] : [];
    return isPlainName(top) ? names : [...names, nameOf(top)];
  });
}

interface Left {
  readonly files: readonly string[];
  readonly places: readonly string[];
}

/** Labels files by their texts; by their places if they are too large, too many, or can't be read. */
async function noteLeft(noted: Left, label: Label, labels: ContentLabels): Promise<void> {
  const { files } = noted;
  const places = [...noted.places];
  const texts: string[] = [];
  let left = mostBytes;
  for (const [count, file] of files.entries()) {
    const read = count < mostFiles ? await readText(file, Math.min(left, largestFile)) : otherwise;
    left -= read.kind === 'text' ? read.text.length : 0;
    if (read.kind === 'text') texts.push(read.text);
    else if (read.kind === 'other') places.push(file);
  }
  if (texts.length > 0 || places.length > 0) await labels.noteAll({ texts, places: fewer(places) }, label);
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
    if (hashes.length > 0 && (await labels.at(absoluteKept(placeOf(change)), 'noted')) === undefined)
      for (const hash of hashes) known.add(hash);
  }
  return known;
}

function hashesIn(image: Image | number): readonly string[] {
  return typeof image === 'number' ? [] : filesIn(image, '').map(({ hash }) => hash);
}

function filesIn(image: Image, name: string): readonly { readonly name: string; readonly hash: string }[] {
  if (image.kind === 'file') return [{ name, hash: image.hash }];
  return image.kind === 'folder' ? image.entries.flatMap(inner => filesIn(inner.image, inner.name)) : [];
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
    const stats = await stat(bytePath(file)).catch(orAbsent);
    if (stats?.isFile() !== true) return { kind: 'none' };
    if (stats.size > most) return otherwise;
    const content = decodeText(await readBytes(file, { most, followsLinks: true }));
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
