import type { Content } from '../../words/canister/content.ts';
import type { ReadLabel } from '../../words/labels/label.ts';
import { estimateContent } from '../../words/spending/estimate-request.ts';
import type { LiveKind, Mention } from './mention.ts';

export type AttachmentKind = 'file' | 'folder' | 'image' | 'pdf' | LiveKind;

/** Something that goes with a message, as models read it. */
export interface Attachment {
  readonly kind: AttachmentKind;
  /** For people: `src/a.ts:10-20`. */
  readonly title: string;
  readonly content: Content;
  /** What the message calls it, where its content does not say. */
  readonly name?: string;
  /** Absent: it is simply of the workspace. */
  readonly label?: ReadLabel;
  /** What is missing, in a few words. */
  readonly note?: string;
}

/** What became of a mention. */
export type Attached =
  | { readonly mention: Mention; readonly attachment: Attachment }
  /** It can't be attached. `title` and `problem` are for people. */
  | { readonly mention: Mention; readonly title: string; readonly problem: string };

/** About how many tokens it adds to each request. */
export function attachmentTokens({ content, name = '' }: Attachment): number {
  return Math.ceil(estimateContent([content]) + name.length / 4);
}

/** What one message may bring along. What is larger is refused or cut, and that is said. */
export const mostAttached = {
  attachments: 50,
  /** Of one. */
  characters: 400_000,
  /** Of one image; Anthropic rejects larger ones. */
  imageBytes: 5_000_000,
  pdfBytes: 20_000_000,
  /** Of all images and PDFs together: a request has at most 32 MB, in base64. */
  bytes: 22_000_000,
} as const;
