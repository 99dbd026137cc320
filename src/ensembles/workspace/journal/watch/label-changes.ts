import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ContentLabels } from '../../../../converser/words/labels/content-labels.ts';
import type { Label } from '../../../../converser/words/labels/label.ts';
import { absoluteKept } from '../../../../converser/words/workspace/kept-place.ts';
import { bytePath } from '../../../../files/byte-names.ts';
import { decodeText } from '../../disk/text-encoding.ts';
import { orAbsent, slashed } from '../../real-path.ts';
import type { Image } from '../image.ts';
import { placeOf } from '../record-lines.ts';
import type { CommandChanges } from './command-changes.ts';

export interface ChangesToLabel extends CommandChanges {
  readonly unlisted: readonly string[];
}

export interface Labelling {
  readonly label: Label;
  readonly labels: Pick<ContentLabels, 'noteAll' | 'at'>;
}

/** Labels what a command left by its text; by its place if it is too large, too much, or can't be read. */
export async function labelChanges(made: ChangesToLabel, { label, labels }: Labelling): Promise<void> {
  const { files, folders } = leftBehind(made, await hashesBefore(made, labels));
  const places = [...folders, ...made.unlisted];
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
    const stats = await stat(bytePath(file)).catch(orAbsent);
    if (stats?.isFile() !== true) return { kind: 'none' };
    if (stats.size > most) return otherwise;
    const content = decodeText(await readFile(bytePath(file)));
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
