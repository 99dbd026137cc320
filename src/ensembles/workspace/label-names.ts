import path from 'node:path';
import type { ContentLabels } from '../../converser/words/labels/content-labels.ts';
import { joinAll, type Label } from '../../converser/words/labels/label.ts';

/** Labels are noted by such places for the names of all that is in a folder, now and later, and for a single name. */
export function namesIn(folder: string): string {
  return `names in ${folder}`;
}

export function nameOf(place: string): string {
  return `name of ${place}`;
}

/** A single plain name, such as one that you would give, says nothing. */
export function isPlainName(place: string): boolean {
  return /^[\w.@+-]{1,32}$/.test(path.posix.basename(place));
}

/** `undefined` if nobody else has chosen the names of these places, which are absolute. */
export async function labelOfNames(
  { any, at }: Pick<ContentLabels, 'any' | 'at'>,
  places: readonly string[],
): Promise<Label | undefined> {
  if (!(await any())) return undefined;
  const folders = new Set(places.map(place => path.posix.dirname(place)));
  const asked = [...folders].flatMap(folder => [folder, namesIn(folder)]);
  const odd = places.filter(place => !isPlainName(place)).map(nameOf);
  const found = await Promise.all([...asked, ...odd].map(place => at(place)));
  return found.some(label => label !== undefined) ? joinAll(found) : undefined;
}
