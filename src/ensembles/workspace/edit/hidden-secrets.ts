import { mark } from '../../../converser/ground/secrets/known-secrets.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import type { PlannedChange } from './as-shown.ts';

/** The model can't know what a mark hides, so it must not write one. */
export function refuseMarks({ before = '', after = '' }: PlannedChange, title: string): void {
  if (count(after) <= count(before)) return;
  throw fileErrors.fileConflict(
    title,
    `the new text has ${mark}, which stands for a secret that models don't get to see.`,
    'Leave the lines with secrets as they are, and change others with edit_file.',
  );
}

function count(text: string): number {
  return text.split(mark).length - 1;
}
