import type { Model } from '../models/provider.ts';
import type { Attached } from './attachment.ts';

/** Says that a model doesn't see what is attached. `undefined`: as far as is known, it sees everything. */
export function unseenText(
  attached: readonly Attached[],
  { label, capabilities }: Pick<Model, 'label' | 'capabilities'>,
): string | undefined {
  const kinds = new Set(attached.map(each => ('attachment' in each ? each.attachment.kind : undefined)));
  const unseen = [
    ...(kinds.has('image') && !capabilities.images ? ['images'] : []),
    ...(kinds.has('pdf') && capabilities.pdfs !== true ? ['PDFs'] : []),
  ];
  if (unseen.length === 0) return undefined;
  return `${label} doesn't read ${unseen.join(' and ')}: it gets only the name. Choose another model.`;
}
