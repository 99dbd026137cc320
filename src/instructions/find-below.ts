import { errorData, reasonOf } from '../converser/ground/errors.ts';
import { defined } from '../converser/ground/json/defined.ts';
import { child } from '../converser/words/workspace/paths.ts';
import type { Location } from '../converser/words/workspace/workspace.ts';
import type { InstructionFiles } from './instruction-files.ts';
import { limits } from './instruction-limits.ts';

export interface FoundBelow {
  readonly files: readonly Location[];
  readonly hasMore: boolean;
  readonly problem?: string;
}

export async function findBelow(
  folder: Location,
  { files, fits }: { readonly files: Pick<InstructionFiles['files'], 'list'>; readonly fits: RegExp },
): Promise<FoundBelow> {
  const found: Location[] = [];
  let hasMore = false;
  let problem: string | undefined;
  let entriesLeft: number = limits.entries;

  async function look(at: Location, depth: number): Promise<void> {
    const all = await files.list(at).catch((cause: unknown) => {
      if (at === folder && errorData(cause).code !== 'file-not-found') problem = reasonOf(cause);
      return [];
    });
    const entries = all.slice(0, Math.max(0, entriesLeft));
    entriesLeft -= entries.length;
    hasMore ||= all.length > entries.length;
    for (const { name, kind, isLink } of entries) {
      if (kind === 'file' && fits.test(name)) found.push(child(at, name));
      // A folder behind a link could be one that holds it.
      else if (kind === 'folder' && !isLink && depth < limits.depth) await look(child(at, name), depth + 1);
    }
  }

  await look(folder, 0);
  hasMore ||= found.length > limits.rules;
  return defined({ files: found.slice(0, limits.rules), hasMore, problem });
}
