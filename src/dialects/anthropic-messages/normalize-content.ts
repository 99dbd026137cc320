import type Anthropic from '@anthropic-ai/sdk';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import { fromBase64 } from '../../converser/words/canister/base64.ts';
import { type Content, text } from '../../converser/words/canister/content.ts';
import { type Place, unread } from '../client/read-parts.ts';

export interface Where extends Place {
  readonly mimeType?: string;
}

/** Content that only the server has, such as a stored file, is named to client and model. */
export function normalizeContent(
  content: string | readonly { readonly type: string }[],
  where: Where,
): readonly Content[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [text(content, where.mimeType)];
  return content.flatMap((block, at) => normalizeBlock(block, { ...where, path: `${where.path}[${at}]` }));
}

export function normalizeBlock(each: { readonly type: string }, where: Where): readonly Content[] {
  const block = each as Anthropic.ContentBlockParam | Anthropic.ToolReferenceBlockParam;
  switch (block.type) {
    case 'text':
      return normalizeContent(block.text, where);
    case 'image':
      return [normalizeImage(block, where)];
    case 'document':
      return normalizeDocument(block, where);
    case 'search_result':
      return [
        text(`${block.title}, ${block.source}:`),
        ...normalizeContent(block.content, { ignored: where.ignored, path: `${where.path}.content` }),
      ];
    case 'tool_reference':
      return [text(`The tool ${block.tool_name} can be called.`)];
    default:
      return [unread(block as unknown as JsonObject, where)];
  }
}

/** Puts words in place of content that only the vendor has, or that can’t be read. */
function named(words: string, { path, ignored }: Where): Content {
  ignored.push(`${path}.source`);
  return text(words);
}

function normalizeImage({ source }: Anthropic.ImageBlockParam, where: Where): Content {
  switch (source.type) {
    case 'base64': {
      const bytes = fromBase64(source.data);
      return bytes === undefined
        ? named('[image that cannot be read]', where)
        : { type: 'image', mimeType: source.media_type, bytes };
    }
    case 'url':
      return { type: 'resource', uri: source.url };
    case 'file':
      return named(`[image ${source.file_id}]`, where);
  }
}

function normalizeDocument(
  { source, title }: Anthropic.DocumentBlockParam,
  where: Where,
): readonly Content[] {
  const uri = title ?? '';
  switch (source.type) {
    case 'text':
      return [{ type: 'resource', uri, mimeType: source.media_type, text: source.data }];
    case 'base64': {
      const bytes = fromBase64(source.data);
      return bytes === undefined
        ? [named(`[document ${uri} that cannot be read]`, where)]
        : [{ type: 'resource', uri, mimeType: source.media_type, bytes }];
    }
    case 'url':
      // No provider is sent what is there.
      where.ignored.push(`${where.path}.source`);
      return [{ type: 'resource', uri: source.url, mimeType: 'application/pdf' }];
    case 'content':
      return normalizeContent(source.content, {
        ignored: where.ignored,
        path: `${where.path}.source.content`,
      });
    case 'file':
      return [named(`[document ${source.file_id}]`, where)];
  }
}
