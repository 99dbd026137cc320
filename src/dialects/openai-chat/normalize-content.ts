import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { type Content, type ResourceContent, text } from '../../converser/words/canister/content.ts';
import { fromDataUrl } from '../data-url.ts';

type Part = Extract<NonNullable<ChatCompletionMessageParam['content']>, readonly unknown[]>[number];

export function normalizeContent(content: ChatCompletionMessageParam['content']): readonly Content[] {
  if (content === undefined || content === null || content === '') return [];
  if (typeof content === 'string') return [text(content)];
  return content.flatMap(normalizePart);
}

function normalizePart(part: Part): readonly Content[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [text(part.text)];
    case 'refusal':
      return [text(part.refusal)];
    case 'image_url':
      return [normalizeImage(part.image_url.url)];
    case 'file':
      return normalizeFile(part.file);
    default:
      return [];
  }
}

function normalizeImage(url: string): Content {
  const data = fromDataUrl(url);
  return data === undefined
    ? { type: 'resource', uri: url, mimeType: 'image/*' }
    : { type: 'image', ...data };
}

function normalizeFile(file: { file_data?: string; filename?: string }): readonly ResourceContent[] {
  const data = fromDataUrl(file.file_data ?? '');
  return data === undefined ? [] : [{ type: 'resource', uri: file.filename ?? 'file', ...data }];
}
