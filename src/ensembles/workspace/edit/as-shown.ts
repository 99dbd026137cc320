import { createHash } from 'node:crypto';
import { defined } from '../../../converser/ground/json/defined.ts';
import { mark } from '../../../converser/ground/secrets/known-secrets.ts';
import type { Permit, Preview } from '../../../converser/words/ensemble/invoker.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import { diffHunks, shownHunks } from './short-diff.ts';

export interface PlannedChange {
  readonly verb: 'Create' | 'Overwrite' | 'Edit';
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

export async function previewOf(change: PlannedChange, shownFile: string): Promise<Preview> {
  const { before = '', after } = change;
  const hunks = await hunksOf(change);
  const diff = shownHunks(hunks);
  return defined({
    title: `${change.verb} ${shownFile}?`,
    diff: diff === '' ? undefined : diff,
    change: after === undefined ? undefined : { name: shownFile, before, after },
    basis: basisOf(change, hunks),
  });
}

/** Refuses what you weren't shown. Edits of a file move each other's lines, so the place may differ. */
export async function checkAsShown(
  change: PlannedChange,
  shownFile: string,
  { previewBasis }: Pick<Permit, 'previewBasis'> = {},
): Promise<void> {
  if (previewBasis !== undefined) checkBasis(basisOf(change, await hunksOf(change)), shownFile, previewBasis);
}

/** `basis` describes what the call would do now, in the same words for the same effect. */
export function checkBasis(basis: string, shownFile: string, previewBasis: string | undefined): void {
  if (previewBasis === undefined || previewBasis === basis) return;
  throw fileErrors.fileConflict(
    shownFile,
    'it has changed since the user was asked about this call.',
    'Read it again, then call again.',
  );
}

async function hunksOf({ before = '', after }: PlannedChange) {
  return after === undefined ? [] : diffHunks(before, after);
}

function basisOf({ verb, after }: PlannedChange, hunks: Awaited<ReturnType<typeof diffHunks>>): string {
  const lines = hunks.map(hunk => hunk.lines);
  const said = JSON.stringify([verb, after !== undefined, lines]);
  return createHash('sha256').update(said).digest('base64');
}

/** The model can't know what a mark hides, so it must not write one. */
export function refuseMarks({ before = '', after = '' }: PlannedChange, title: string): void {
  if (count(after) <= count(before)) return;
  throw fileErrors.fileConflict(
    title,
    `the new text has ${mark}, which stands for a secret that models don’t get to see.`,
    'Leave the lines with secrets as they are, and change others with edit_file.',
  );
}

function count(text: string): number {
  return text.split(mark).length - 1;
}
