import type {
  ChatCompletionContentPart,
  ChatCompletionContentPartText,
} from 'openai/resources/chat/completions';
import type { Canister } from '../../converser/words/canister/canister.ts';
import {
  type Content,
  type ImageContent,
  type ResourceContent,
  textOf,
} from '../../converser/words/canister/content.ts';
import { imageType } from '../../converser/words/canister/image-type.ts';
import { toDataUrl } from '../data-url.ts';

export interface Shown {
  readonly images: boolean;
  /** Few servers besides OpenAI's accept PDF files as data. */
  readonly files: boolean;
}

export function nativizeUserContent(
  canisters: readonly Canister[],
  shown: Shown,
  before: readonly ChatCompletionContentPart[] = [],
): string | ChatCompletionContentPart[] {
  const said = canisters.map(({ content }) =>
    joined(
      content.map(part => nativizePart(part, shown)),
      '\n',
    ),
  );
  const parts = joined([...before, ...said.flat()], '\n\n');
  if (parts.some(({ type }) => type !== 'text')) return parts;
  return parts.map(part => (part.type === 'text' ? part.text : '')).join('\n\n');
}

export function nativizeImages(content: readonly Content[], shown: Shown): ChatCompletionContentPart[] {
  return content.filter(part => isShownImage(part, shown)).map(part => nativizePart(part, shown));
}

export function plainText(content: readonly Content[]): string {
  return textOf(content).toWellFormed();
}

/** Each round checks the whole history, so the text is not joined. */
export function hasText(content: readonly Content[]): boolean {
  return content.some(part => (part.type === 'text' ? part.text : textOf([part])) !== '');
}

export function isShownImage(part: Content, { images }: Shown): boolean {
  if (!images) return false;
  return part.type === 'image' ? canShow(part) : part.type === 'resource' && isImageResource(part);
}

/** Servers reject empty images and those of other types, and with them the whole conversation. */
function canShow({ mimeType, bytes }: Pick<ImageContent, 'mimeType' | 'bytes'>): boolean {
  return imageType({ mimeType, bytes }) !== undefined;
}

function nativizePart(part: Content, shown: Shown): ChatCompletionContentPart {
  if (part.type === 'image' && isShownImage(part, shown)) return image(imageUrl(part));
  if (part.type === 'resource') return nativizeResource(part, shown);
  return plain(textOf([part]));
}

function nativizeResource(part: ResourceContent, { images, files }: Shown): ChatCompletionContentPart {
  const { uri, text, bytes, mimeType = 'application/octet-stream' } = part;
  if (text !== undefined) return plain(`<document uri="${attribute(uri)}">\n${text}\n</document>`);
  if (isImageResource(part))
    return images ? image(bytes === undefined ? uri : imageUrl({ mimeType, bytes })) : plain(textOf([part]));
  // OpenAI reads no other type of file, and rejects them.
  if (bytes === undefined || bytes.length === 0 || !files || mimeType !== 'application/pdf')
    return plain(textOf([part]));
  return { type: 'file', file: { filename: fileName(uri), file_data: toDataUrl(bytes, mimeType) } };
}

function isImageResource({ uri, text, bytes, mimeType }: ResourceContent): boolean {
  if (text !== undefined || mimeType?.startsWith('image/') !== true) return false;
  return bytes === undefined ? /^https?:/.test(uri) : canShow({ mimeType, bytes });
}

function imageUrl(part: Pick<ImageContent, 'mimeType' | 'bytes'>): string {
  return toDataUrl(part.bytes, imageType(part) ?? part.mimeType);
}

function image(url: string): ChatCompletionContentPart {
  return { type: 'image_url', image_url: { url: url.toWellFormed() } };
}

function plain(value: string): ChatCompletionContentPartText {
  return { type: 'text', text: value.toWellFormed() };
}

function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

function fileName(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return (name || 'file').toWellFormed();
}

/** Some servers read only the first of several texts, and some reject empty text. */
function joined(parts: readonly ChatCompletionContentPart[], separator: string): ChatCompletionContentPart[] {
  const all: ChatCompletionContentPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.type === 'text' && part.text === '') continue;
    if (part.type === 'text' && last?.type === 'text') {
      all[all.length - 1] = plain(`${last.text}${separator}${part.text}`);
    } else all.push(part);
  }
  return all;
}
