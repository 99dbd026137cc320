import type { Model } from '../models/provider.ts';
import type { Attached } from './attachment.ts';

/** Says what of the attachments a model doesn't see. `undefined`: as far as is known, it sees everything. */
export function unseenText(
  attached: readonly Attached[],
  { label, capabilities }: Pick<Model, 'label' | 'capabilities'>,
): string | undefined {
  const kinds = new Set(attached.map(each => ('attachment' in each ? each.attachment.kind : undefined)));
  const unseen = [
    ...(kinds.has('image') && !capabilities.images ? [imagesUnseen(label)] : []),
    ...(kinds.has('pdf') && capabilities.pdfs !== true ? [pdfsUnseen(label)] : []),
  ];
  return unseen.length === 0 ? undefined : unseen.join(' ');
}

function imagesUnseen(label: string): string {
  return `${label} doesn't read images: it gets only the name. Choose another model.`;
}

function pdfsUnseen(label: string): string {
  return `${label} doesn't read PDFs: it gets their text, without pictures.`;
}
