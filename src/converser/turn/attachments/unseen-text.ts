import type { Model } from '../../words/models/provider.ts';
import type { Attached } from './attachment.ts';

/** `undefined` if the model sees everything, as far as known. Reading PDFs has its own warning. */
export function unseenText(
  attached: readonly Attached[],
  { label, capabilities }: Pick<Model, 'label' | 'capabilities'>,
): string | undefined {
  const hasImage = attached.some(each => 'attachment' in each && each.attachment.kind === 'image');
  if (!hasImage || capabilities.images) return undefined;
  return `${label} doesn’t read images: it gets only the name. Choose another model.`;
}
