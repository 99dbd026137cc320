import path from 'node:path';
import { errors } from '../../../converser/ground/errors.ts';
import { locateAbsolute } from '../../../converser/words/workspace/paths.ts';
import type { WithheldFor } from '../../../converser/words/workspace/workspace.ts';
import { withholding } from '../places/withhold.ts';
import { secretPlace } from '../protection/protected-place.ts';
import { slashed } from '../real-path.ts';
import { readDiff, readSubjects } from './git-diff.ts';
import { deniedTo, leftOutNotes, type RuledContext } from './withheld-here.ts';

export interface CommitChanges {
  /** A unified diff, with notes of what is left out. */
  readonly diff: string;
  readonly subjects: readonly string[];
}

/** Messages say little more of longer changes. */
const mostCharacters = 60_000;

/** Of what is staged; where nothing is, of all that has changed. Rejects where that is nothing, too. */
export async function commitChanges(
  shared: RuledContext,
  repository: string,
  signal: AbortSignal,
): Promise<CommitChanges> {
  const withholds = await withholding(shared, deniedTo('read_file', shared));
  const why = (name: string): WithheldFor | undefined => {
    const absolute = slashed(path.join(repository, name));
    const place = locateAbsolute(absolute, shared.workspace.roots);
    if (place !== undefined) return withholds(place, place);
    return secretPlace(absolute) === undefined ? undefined : 'protected';
  };
  for (const isStaged of [true, false]) {
    const found = await readDiff(repository, { isStaged, why, mostCharacters, signal });
    if (found === undefined) throw errors.badArguments('Git can’t read this repository, or is not installed');
    const { text, changed, added, leftOut, isCut } = found;
    if (changed.length + added.length + leftOut.length === 0) continue;
    const more = added.length === 0 ? '' : `\nNew files that Git doesn’t know:\n${added.join('\n')}\n`;
    const notes = [...(isCut ? ['cut, because it is long'] : []), ...leftOutNotes(leftOut)];
    const note = notes.length === 0 ? '' : `\n[${notes.join(', ')}]`;
    return { diff: `${text}${more}${note}`, subjects: await readSubjects(repository, signal) };
  }
  throw errors.badArguments('Nothing has changed since the last commit');
}
