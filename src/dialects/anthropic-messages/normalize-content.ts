import type Anthropic from '@anthropic-ai/sdk';
import { fromBase64 } from '../../converser/words/canister/base64.ts';
import { type Content, text } from '../../converser/words/canister/content.ts';

/** Content that only the server has, such as a stored file, is named in text. */
export function normalizeContent(
  content: string | readonly { readonly type: string }[],
  mimeType = 'text/plain',
): readonly Content[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [text(content, mimeType)];
  return content.flatMap(block => normalizeBlock(block as Anthropic.ContentBlockParam, mimeType));
}

function normalizeBlock(block: Anthropic.ContentBlockParam, mimeType: string): readonly Content[] {
  switch (block.type) {
    case 'text':
      return normalizeContent(block.text, mimeType);
    case 'image':
      return [normalizeImage(block)];
    case 'document':
      return normalizeDocument(block);
    case 'search_result':
      return [text(`${block.title}, ${block.source}:`), ...normalizeContent(block.content)];
    default:
      return [];
  }
}

function normalizeImage({ source }: Anthropic.ImageBlockParam): Content {
  switch (source.type) {
    case 'base64': {
      const bytes = fromBase64(source.data);
      return bytes === undefined
        ? text('[image that cannot be read]')
        : { type: 'image', mimeType: source.media_type, bytes };
    }
    case 'url':
      return { type: 'resource', uri: source.url };
    case 'file':
      return text(`[image ${source.file_id}]`);
  }
}

function normalizeDocument({ source, title }: Anthropic.DocumentBlockParam): readonly Content[] {
  const uri = title ?? '';
  switch (source.type) {
    case 'text':
      return [{ type: 'resource', uri, mimeType: source.media_type, text: source.data }];
    case 'base64': {
      const bytes = fromBase64(source.data);
      return bytes === undefined
        ? [text(`[document ${uri} that cannot be read]`)]
        : [{ type: 'resource', uri, mimeType: source.media_type, bytes }];
    }
    case 'url':
      return [{ type: 'resource', uri: source.url, mimeType: 'application/pdf' }];
    case 'content':
      return normalizeContent(source.content);
    case 'file':
      return [text(`[document ${source.file_id}]`)];
  }
}
