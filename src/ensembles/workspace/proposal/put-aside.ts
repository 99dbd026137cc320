import { isJsonObject } from '../../../converser/ground/json/json.ts';
import { createObjectMemory, perObject } from '../../../converser/ground/object-memory.ts';
import type { RecordOrigin } from '../../../converser/words/workspace/undo-journal.ts';

/** What one turn has proposed for one place. Later ones cover it. */
export interface KeptFile {
  readonly root: string;
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly turn: RecordOrigin;
  /** Only another version of the conversation has the turn. */
  readonly isAside?: boolean;
}

export interface BetweenTurns {
  readonly leaving: readonly string[];
  readonly entering: readonly string[];
}

export function placeOf({ root, path }: Pick<KeptFile, 'root' | 'path'>): string {
  return `${root}\n${path}`;
}

/** What the turns have proposed that are left is put aside, and comes again with them. */
export function moveAside(
  files: readonly KeptFile[],
  { leaving, entering }: BetweenTurns,
): readonly KeptFile[] {
  return files.map(each => {
    const { turnId = '' } = each.turn;
    if (leaving.includes(turnId)) return { ...each, isAside: true };
    return entering.includes(turnId) ? { ...each, isAside: false } : each;
  });
}

/** The last one of each place. */
export const shownFiles = perObject(
  (files: readonly KeptFile[]): readonly KeptFile[] => [
    ...new Map(files.filter(each => !each.isAside).map(each => [placeOf(each), each])).values(),
  ],
  createObjectMemory(),
);

export function areKeptFiles(written: unknown): written is readonly KeptFile[] {
  return Array.isArray(written) && written.every(isKeptFile);
}

function isKeptFile(written: unknown): boolean {
  if (!isJsonObject(written) || !isJsonObject(written.turn)) return false;
  const { root, path, before, after, turn } = written;
  return (
    [root, path, turn.conversationId, turn.title].every(each => typeof each === 'string') &&
    [before, after].every(each => each === null || typeof each === 'string')
  );
}
