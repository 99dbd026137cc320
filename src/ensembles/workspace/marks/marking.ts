import type { LineChange } from '../edit/line-changes.ts';
import type { Undoable } from '../journal/undoable.ts';
import { followYou } from './follow-changes.ts';
import { type TextPorts, type TurnText, turnText } from './turn-texts.ts';
import {
  isSameLines,
  type Lines,
  marksOf,
  textLines,
  type WaitingChange,
  withoutChanges,
} from './waiting-change.ts';
import { type Decisions, type WaitingFile, waitingFiles } from './waiting-files.ts';

export interface Marking {
  files(latestFirst: readonly Undoable[]): readonly WaitingFile[];
  /** Resolves to `undefined` if it is no text, is too large, or wasn’t kept. */
  read(file: WaitingFile, ports: Omit<TextPorts, 'decisions'>): Promise<TurnText | undefined>;
  /** Resolves to `undefined` if it is too large, or differs too much. */
  follow(left: TurnText, now: string): Promise<MarkedChanges | undefined>;
}

export interface MarkedChanges {
  readonly changes: readonly MarkedChange[];
  /** What was there before all of them, with your own edits. */
  readonly base: Lines;
  /** True if that is what was there before the first turn. */
  readonly isBefore: boolean;
}

/** The old lines are those of the base. */
export interface MarkedChange extends LineChange {
  readonly from: WaitingChange['from'];
  /** These lines differ. Between them, you may have restored some. */
  readonly marks: readonly LineChange[];
}

/** In characters. */
const largest = 1024 ** 2;

export function createMarking(decisions: Decisions): Marking {
  return {
    files: latestFirst => waitingFiles(latestFirst, decisions),
    read: (file, ports) => turnText(file, { ...ports, decisions }),
    async follow({ text, before, undone }, now) {
      const lines = textLines(now);
      const followed = now.length > largest ? undefined : await followYou(text, lines, undone);
      if (followed === undefined) return undefined;
      const changes: MarkedChange[] = [];
      let grown = 0;
      for (const each of followed.changes) {
        const { start, count, old, from } = each;
        const shift = grown;
        const marks = (await marksOf(each, lines)).map(mark => ({
          ...mark,
          oldStart: mark.oldStart + shift,
        }));
        const oldStart = start + shift;
        changes.push({ oldStart, oldCount: old.length, newStart: start, newCount: count, from, marks });
        grown += old.length - count;
      }
      const base = withoutChanges(lines, followed.changes);
      return { changes, base, isBefore: isSameLines(base, before) };
    },
  };
}
