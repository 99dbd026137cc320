import type Anthropic from '@anthropic-ai/sdk';
import { toBase64 } from '../../converser/words/canister/base64.ts';
import type { Content, ImageContent, ResourceContent } from '../../converser/words/canister/content.ts';
import { imageType } from '../../converser/words/canister/image-type.ts';

export type SaidBlock = Anthropic.TextBlockParam | Anthropic.ImageBlockParam | Anthropic.DocumentBlockParam;

/** Returns `undefined` for blank text, because the API rejects it. Content without a block is named in brackets. */
export function nativizeContent(part: Content, images: boolean): SaidBlock | undefined {
  switch (part.type) {
    case 'text':
      return textBlock(part.text);
    case 'image':
      return imageBlock(part, images) ?? textBlock(`[image ${part.mimeType}, ${part.bytes.length} bytes]`);
    case 'resource':
      return resourceBlock(part, images);
    case 'opaque':
      return undefined;
  }
}

export function textBlock(text: string): Anthropic.TextBlockParam | undefined {
  return text.trim() === '' ? undefined : { type: 'text', text: text.toWellFormed() };
}

function imageBlock(
  part: Pick<ImageContent, 'mimeType' | 'bytes'>,
  images: boolean,
): Anthropic.ImageBlockParam | undefined {
  const type = images ? imageType(part) : undefined;
  if (type === undefined) return undefined;
  return { type: 'image', source: { type: 'base64', media_type: type, data: toBase64(part.bytes) } };
}

function resourceBlock(part: ResourceContent, images: boolean): SaidBlock | undefined {
  const { uri, mimeType = '', text, bytes } = part;
  if (text !== undefined && text.trim() !== '') {
    return document(uri, { type: 'text', media_type: 'text/plain', data: text.toWellFormed() });
  }
  if (bytes !== undefined && bytes.length > 0) {
    if (mimeType === 'application/pdf') {
      return document(uri, { type: 'base64', media_type: mimeType, data: toBase64(bytes) });
    }
    const image = imageBlock({ mimeType, bytes }, images);
    if (image !== undefined) return image;
  }
  return textBlock(`[resource ${uri}${nature(part)}]`);
}

function nature({ mimeType, text, bytes }: ResourceContent): string {
  if (text !== undefined) return ', empty';
  const size = bytes === undefined ? '' : `, ${bytes.length} bytes`;
  return mimeType === undefined ? size : `, ${mimeType}${size}`;
}

/** The API accepts titles of up to 500 characters. */
function document(uri: string, source: Anthropic.DocumentBlockParam['source']): Anthropic.DocumentBlockParam {
  const title = (uri.length > 500 ? `…${uri.slice(-499)}` : uri).toWellFormed();
  return { type: 'document', ...(title === '' ? {} : { title }), source };
}
