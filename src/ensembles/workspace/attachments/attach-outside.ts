import { defined } from '../../../converser/ground/json/defined.ts';
import type { Attachment } from '../../../converser/turn/attachments/attachment.ts';
import { fileAttachment } from '../../../converser/turn/attachments/bytes-attachment.ts';
import type { ContentLabels } from '../../../converser/words/labels/content-labels.ts';
import { joinAll } from '../../../converser/words/labels/label.ts';
import { notedOf, ofSecret } from '../label-files.ts';
import { secretPlace } from '../protection/protected-place.ts';

export interface OutsideFile {
  /** Absolute, with `/` between its parts. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The file lies in no open folder. Its label is that of its place and its text. */
export async function attachOutside(
  { path, bytes }: OutsideFile,
  labels: Pick<ContentLabels, 'of' | 'at'>,
): Promise<Attachment> {
  const attachment = fileAttachment(bytes, { title: path, name: path });
  const { content } = attachment;
  const text = content.type === 'resource' ? (content.text ?? '') : '';
  const noted = await notedOf(labels, text, [path]);
  const isSecret = secretPlace(path) !== undefined;
  if (noted === undefined && !isSecret) return attachment;
  return defined({
    ...attachment,
    label: { ...joinAll([noted, isSecret ? ofSecret : undefined]), read: path },
  });
}
