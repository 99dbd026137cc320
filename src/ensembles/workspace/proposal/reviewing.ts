import type { ContentLabels } from '../../../converser/words/labels/content-labels.ts';
import { absolutePath, shownPath } from '../../../converser/words/workspace/paths.ts';
import type { Journal } from '../../../converser/words/workspace/undo-journal.ts';
import type { Location, Workspace } from '../../../converser/words/workspace/workspace.ts';
import { changesAt, type LineChange, lineChanges } from '../edit/line-changes.ts';
import { shortDiff } from '../edit/short-diff.ts';
import { keepProposed } from './keep-proposed.ts';
import { withChanges } from './merge-texts.ts';
import type { Proposals, ProposedFile } from './proposals.ts';
import { proposedText, textOnDisk } from './proposed-workspace.ts';

export interface ReviewingPorts {
  readonly proposals: Proposals;
  readonly workspace: Workspace;
  readonly journal: Pick<Journal, 'record'>;
  readonly labels: Pick<ContentLabels, 'of' | 'note'>;
}

export interface DescribedProposal {
  /** Absolute. */
  readonly place: string;
  readonly path: string;
  readonly kind: 'created' | 'deleted' | 'changed';
  readonly counts: string;
}

/** You decide on what conversations propose, and no conversation does. */
export interface Reviewing extends Pick<ReviewingPorts, 'proposals'> {
  describe(files: readonly ProposedFile[]): Promise<readonly DescribedProposal[]>;
  /** What the file will be; once nothing waits there, what it is. Empty for none. */
  textAt(conversationId: string, place: Location): Promise<string>;
  /** Resolves to those that it left alone, as you have changed the same lines since. */
  keep(files: readonly ProposedFile[]): Promise<readonly ProposedFile[]>;
  discard(files: readonly ProposedFile[]): Promise<void>;
  /** Keeps or discards the changes at these lines of what is proposed. Resolves to whether there are some. */
  decide(file: ProposedFile, lines: DecidedLines): Promise<boolean>;
}

export interface DecidedLines {
  /** Lines count from 0. */
  readonly first: number;
  readonly last: number;
  readonly kept: boolean;
}

export function createReviewing(ports: ReviewingPorts): Reviewing {
  const { proposals, workspace, journal } = ports;

  /** Writes in a record of the turn, so that it can be undone. */
  async function recorded<T>(
    turn: ProposedFile['turn'],
    write: (keep: (file: ProposedFile) => Promise<boolean>) => Promise<T>,
  ): Promise<T> {
    const changes = journal.record(turn);
    try {
      return await write(file => keepProposed(file, { ...ports, changes }));
    } finally {
      await changes.end();
    }
  }

  return {
    proposals,
    describe: files =>
      Promise.all(
        files.map(async ({ place, before, after }) => ({
          place: absolutePath(place),
          path: shownPath(place, workspace.roots),
          kind: before === null ? 'created' : after === null ? 'deleted' : 'changed',
          counts: (await shortDiff(before ?? '', after ?? '')).counts,
        })),
      ),
    async textAt(conversationId, place) {
      const file = proposals.of(conversationId).at(place);
      return file === undefined
        ? ((await textOnDisk(place, workspace)) ?? '')
        : proposedText(file, workspace);
    },
    async keep(files) {
      const left: ProposedFile[] = [];
      for (const [turn, own] of byTurn(files))
        await recorded(turn, async keep => {
          for (const file of own) {
            if (await keep(file)) await proposals.of(turn.conversationId).drop([file.place]);
            else left.push(file);
          }
        });
      return left;
    },
    async discard(files) {
      for (const [{ conversationId }, own] of byTurn(files))
        await proposals.of(conversationId).drop(own.map(({ place }) => place));
    },
    async decide(file, { first, last, kept }) {
      const [disk, text] = [
        (await textOnDisk(file.place, workspace)) ?? '',
        await proposedText(file, workspace),
      ];
      const changes = (await lineChanges(disk, text)) ?? [];
      const chosen = changesAt(changes, { first, last, side: 'new' });
      if (chosen.length === 0) return false;
      const { put } = proposals.of(file.turn.conversationId);
      if (!kept) {
        await put([{ ...file, before: disk, after: withChanges(text, disk, chosen.map(turned)) }]);
        return true;
      }
      const next = withChanges(disk, text, chosen);
      const isKept = await recorded(file.turn, keep => keep({ ...file, before: disk, after: next }));
      if (isKept) await put([{ ...file, before: next, after: text }]);
      return true;
    },
  };
}

function turned({ oldStart, oldCount, newStart, newCount }: LineChange): LineChange {
  return { oldStart: newStart, oldCount: newCount, newStart: oldStart, newCount: oldCount };
}

function byTurn(
  files: readonly ProposedFile[],
): readonly (readonly [ProposedFile['turn'], readonly ProposedFile[]])[] {
  const turns = Map.groupBy(files, ({ turn }) => `${turn.conversationId}\n${turn.turnId ?? ''}`);
  return [...turns.values()].flatMap(own => (own[0] === undefined ? [] : [[own[0].turn, own] as const]));
}
