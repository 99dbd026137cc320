import { errorData, reasonOf } from '../converser/ground/errors.ts';
import { defined } from '../converser/ground/json/defined.ts';
import { child, placeKey } from '../converser/words/workspace/paths.ts';
import type { Location } from '../converser/words/workspace/workspace.ts';
import type { InstructionFiles } from './instruction-files.ts';
import { limits } from './instruction-limits.ts';
import { type LeftOut, leftOut, withoutStop } from './read-markdown.ts';

export interface FoundBelow {
  readonly files: readonly Location[];
  readonly hasMore: boolean;
  readonly problem?: string;
}

interface FindBelowOptions {
  readonly files: Pick<InstructionFiles['files'], 'list' | 'realLocation'>;
  readonly fits: RegExp;
  /** Whether to look in folders behind links. */
  readonly followsLinks?: boolean;
}

export async function findBelow(
  folder: Location,
  { files, fits, followsLinks = false }: FindBelowOptions,
): Promise<FoundBelow> {
  const found: Location[] = [];
  const seen = new Set<string>();
  let hasMore = false;
  let problem: string | undefined;
  let entriesLeft: number = limits.entries;

  async function look(at: Location, depth: number): Promise<void> {
    const all = await files.list(at).catch((cause: unknown) => {
      if (at === folder && errorData(cause).code !== 'file-not-found') problem = reasonOf(cause);
      return [];
    });
    const real = await files.realLocation(at).then(placeKey, () => '');
    // A folder behind a link could be one that holds it.
    if (seen.has(real)) return;
    seen.add(real);
    const entries = all.slice(0, Math.max(0, entriesLeft));
    entriesLeft -= entries.length;
    hasMore ||= all.length > entries.length;
    for (const { name, kind, isLink } of entries) {
      if (kind === 'file' && fits.test(name)) found.push(child(at, name));
      else if (kind === 'folder' && (followsLinks || !isLink) && depth < limits.depth)
        await look(child(at, name), depth + 1);
    }
  }

  await look(folder, 0);
  hasMore ||= found.length > limits.rules;
  return defined({ files: found.slice(0, limits.rules), hasMore, problem });
}

/** What isn’t among the files. */
export function leftOutBelow({ hasMore, problem }: FoundBelow, path: string): readonly LeftOut[] {
  return [
    ...(problem === undefined ? [] : [leftOut(path, withoutStop(problem))]),
    ...(hasMore ? [leftOut(`${path}/…`, `more than ${limits.rules} files are too many`)] : []),
  ];
}
