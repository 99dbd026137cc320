import type { Content } from '../../words/canister/content.ts';
import type { ReadLabel } from '../../words/labels/label.ts';
import { estimateContent } from '../../words/spending/estimate-request.ts';
import type { LiveKind, Mention } from './mention.ts';

export type AttachmentKind = 'file' | 'folder' | 'image' | 'pdf' | LiveKind;

export interface Attachment {
  readonly kind: AttachmentKind;
  readonly title: string;
  readonly content: Content;
  readonly name?: string;
  readonly label?: ReadLabel;
  readonly note?: string;
}

/** Pasted or dropped files, by the names that messages have for them. */
export type HeldFiles = ReadonlyMap<string, Attachment>;

export type Attached =
  | { readonly mention: Mention; readonly attachment: Attachment }
  | { readonly mention: Mention; readonly title: string; readonly problem: string };

export function attachmentTokens({ content, name = '' }: Attachment): number {
  return Math.ceil(estimateContent([content]) + name.length / 4);
}

export const mostAttached = {
  attachments: 50,
  characters: 400_000,
  /** Anthropic rejects larger images. */
  imageBytes: 5_000_000,
  pdfBytes: 20_000_000,
  /** Counts all images and PDFs: a request has at most 32 MB, in base64. */
  bytes: 22_000_000,
} as const;
