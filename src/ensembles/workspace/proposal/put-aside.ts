import { isJsonObject } from '../../../converser/ground/json/json.ts';
import type { RecordOrigin } from '../../../converser/words/workspace/undo-journal.ts';

export interface KeptFile {
  readonly root: string;
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly turn: RecordOrigin;
  /** What an earlier turn had proposed there. */
  readonly earlier?: KeptFile;
}

export interface KeptFiles {
  readonly files: readonly KeptFile[];
  /** What turns have proposed that another version of the conversation has. */
  readonly aside: readonly KeptFile[];
}

export interface BetweenTurns {
  readonly leaving: readonly string[];
  readonly entering: readonly string[];
}

export function placeOf({ root, path }: Pick<KeptFile, 'root' | 'path'>): string {
  return `${root}\n${path}`;
}

/** What the turns have proposed that are left is put aside, and comes again with them. */
export function moveAside({ files, aside }: KeptFiles, { leaving, entering }: BetweenTurns): KeptFiles {
  const left = files.filter(each => isOf(each, leaving));
  const back = entering.flatMap(turn => aside.filter(each => isOf(each, [turn])));
  const uncovered = left.flatMap(each => earlierOf(each, leaving));
  const places = new Map(
    [...files.filter(each => !left.includes(each)), ...uncovered, ...back].map(each => [placeOf(each), each]),
  );
  return { files: [...places.values()], aside: [...aside.filter(each => !back.includes(each)), ...left] };
}

/** What stands there now is what an earlier turn has proposed. */
export function over(file: KeptFile, now: KeptFile | undefined): KeptFile {
  const earlier = now?.turn.turnId === file.turn.turnId ? now?.earlier : now;
  const { earlier: _former, ...rest } = file;
  return earlier === undefined ? rest : { ...rest, earlier };
}

function earlierOf({ earlier }: KeptFile, leaving: readonly string[]): readonly KeptFile[] {
  if (earlier === undefined) return [];
  return isOf(earlier, leaving) ? earlierOf(earlier, leaving) : [earlier];
}

function isOf({ turn: { turnId } }: KeptFile, turns: readonly string[]): boolean {
  return turnId !== undefined && turns.includes(turnId);
}

export function sizeOf({ before, after, earlier }: KeptFile): number {
  const own = (before?.length ?? 0) + (after?.length ?? 0);
  return earlier === undefined ? own : own + sizeOf(earlier);
}

export function areKeptFiles(written: unknown): written is readonly KeptFile[] {
  return Array.isArray(written) && written.every(isKeptFile);
}

function isKeptFile(written: unknown): written is KeptFile {
  if (!isJsonObject(written) || !isJsonObject(written.turn)) return false;
  const { root, path, before, after, turn, earlier } = written;
  const isText = (each: unknown) => each === null || typeof each === 'string';
  return (
    [root, path, turn.conversationId, turn.title].every(each => typeof each === 'string') &&
    isText(before) &&
    isText(after) &&
    (earlier === undefined || isKeptFile(earlier))
  );
}
