import type { GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/client';
import { cutText } from '../../../converser/ground/wording/cut-text.ts';
import { countText } from '../../../converser/ground/wording/numbers.ts';
import { type Content, text, textOf } from '../../../converser/words/canister/content.ts';
import { normalizeContent, normalizeResources } from './normalize-content.ts';

export interface PromptContent {
  readonly content: readonly Content[];
  readonly documents: readonly Content[];
}

/** In characters per part. */
const longestText = 1_000_000;
/** In bytes per part. */
const largestPart = 20_000_000;
const mostParts = 200;

export function resourceDocument(result: ReadResourceResult): readonly Content[] {
  return bounded(normalizeResources(result));
}

export function promptContent({ messages }: GetPromptResult): PromptContent {
  const isDialogue = messages.some(({ role }) => role === 'assistant');
  const documents: Content[] = [];
  const content: Content[] = [];
  for (const { role, content: block } of messages) {
    const parts = normalizeContent(block);
    if (block.type === 'resource') documents.push(...parts);
    // A message has one speaker, so a dialogue names its speakers.
    else if (isDialogue) content.push(text(`${speakers[role]}: ${textOf(parts)}`));
    else content.push(...parts);
  }
  return { content: bounded(content), documents: bounded(documents) };
}

const speakers = { user: 'User', assistant: 'Assistant' } as const;

function bounded(parts: readonly Content[]): readonly Content[] {
  const kept = parts.slice(0, mostParts).map(boundedPart);
  const left = parts.length - kept.length;
  return left === 0 ? kept : [...kept, text(`[… ${countText(left, 'more part')} left out]`)];
}

function boundedPart(part: Content): Content {
  if (part.type === 'opaque') return part;
  if ('bytes' in part && part.bytes !== undefined && part.bytes.length > largestPart) {
    const what = part.type === 'resource' ? `resource ${part.uri}` : `image ${part.mimeType}`;
    return text(`[${what}, ${part.bytes.length} bytes: too large to attach]`);
  }
  if (!('text' in part) || part.text === undefined || part.text.length <= longestText) return part;
  return { ...part, text: cutText(part.text, { limit: longestText, readOn: '' }) };
}
