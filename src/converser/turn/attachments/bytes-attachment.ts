import { errors } from '../../ground/errors.ts';
import { bytesText, numberText } from '../../ground/wording/numbers.ts';
import { imageType } from '../../words/canister/image-type.ts';
import { textOfFile } from '../../words/workspace/decode-file.ts';
import { type Attachment, mostAttached } from './attachment.ts';

export interface BytesSource {
  readonly title: string;
  readonly name: string;
}

export function bytesKind(head: Uint8Array): 'image' | 'pdf' | undefined {
  // The first bytes decide, whatever the file is called.
  if (imageType({ mimeType: '', bytes: head }) !== undefined) return 'image';
  return String.fromCharCode(...head.subarray(0, 5)) === '%PDF-' ? 'pdf' : undefined;
}

export function checkSize(kind: 'image' | 'pdf', size: number): void {
  const most = kind === 'image' ? mostAttached.imageBytes : mostAttached.pdfBytes;
  if (size <= most) return;
  const [noun, remedy] = kind === 'image' ? ['An image', 'Scale it down'] : ['A PDF', 'Split it'];
  throw errors.badArguments(
    `${noun} can have at most ${bytesText(most)}; this one has ${bytesText(size)}. ${remedy}`,
  );
}

export function bytesAttachment(bytes: Uint8Array, { title, name }: BytesSource): Attachment | undefined {
  const kind = bytesKind(bytes);
  if (kind === undefined) return undefined;
  checkSize(kind, bytes.length);
  if (kind === 'pdf')
    return {
      kind,
      title,
      content: { type: 'resource', uri: name, mimeType: 'application/pdf', bytes },
    };
  const mimeType = imageType({ mimeType: '', bytes }) ?? 'image/png';
  return { kind, title, name, content: { type: 'image', mimeType, bytes } };
}

/** For a file outside of a workspace. Throws a `ConverserError` if it isn't text. */
export function fileAttachment(bytes: Uint8Array, { title, name }: BytesSource): Attachment {
  const shown = bytesAttachment(bytes, { title, name });
  if (shown !== undefined) return shown;
  const text = textOfFile(title, bytes);
  const isCut = text.length > mostAttached.characters;
  return {
    kind: 'file',
    title,
    content: { type: 'resource', uri: name, mimeType: 'text/plain', text: isCut ? cutText(text) : text },
    ...(isCut ? { note: cutNote } : {}),
  };
}

export const cutNote = `cut after ${numberText(mostAttached.characters)} characters`;

export function cutText(text: string): string {
  const kept = text.slice(0, mostAttached.characters).toWellFormed();
  return `${kept}\n[The rest of ${numberText(text.length)} characters was left out.]`;
}
