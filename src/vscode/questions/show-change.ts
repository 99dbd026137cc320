import type { PermissionQuestion } from '../../converser/words/permission/permission-question.ts';
import type { TextDiffs } from '../common/text-diffs.ts';

/** Opens what a call would make of a file beside what it is. */
export async function showChange(
  { preview }: PermissionQuestion,
  diffs: Pick<TextDiffs, 'show'>,
): Promise<void> {
  if (preview?.change === undefined) return;
  const { name, before, after } = preview.change;
  const title = `${preview.title.replace(/\?$/, '')} (now ↔ if allowed)`;
  await diffs.show({ before: { name, text: before }, after: { name, text: after }, title });
}
