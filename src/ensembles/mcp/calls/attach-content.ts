import type { GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/client';
import { type Content, text, textOf } from '../../../converser/canister/content.ts';
import { cutText } from '../../../converser/wording/cut-text.ts';
import { normalizeContent, normalizeResources } from './normalize-content.ts';

/** What a server made of a prompt, as a message of the person: embedded resources become documents. */
export interface PromptContent {
  readonly content: readonly Content[];
  readonly documents: readonly Content[];
}

/** Characters of text that are attached of one part. */
const longestText = 1_000_000;
/** Bytes that are attached of one part. */
const largestPart = 20_000_000;
/** Parts that one attachment or prompt may have. */
const mostParts = 200;

/** What a server gave for a resource, as parts of a document canister. What is too large is told and left out. */
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
    // A message has one speaker, so what another is to have said is told as a text.
    else if (isDialogue) content.push(text(`${speakers[role]}: ${textOf(parts)}`));
    else content.push(...parts);
  }
  return { content: bounded(content), documents: bounded(documents) };
}

const speakers = { user: 'User', assistant: 'Assistant' } as const;

function bounded(parts: readonly Content[]): readonly Content[] {
  const kept = parts.slice(0, mostParts).map(boundedPart);
  const left = parts.length - kept.length;
  return left === 0 ? kept : [...kept, text(`[… ${left} further parts are left out.]`)];
}

function boundedPart(part: Content): Content {
  if (part.type === 'opaque') return part;
  if ('bytes' in part && part.bytes !== undefined && part.bytes.length > largestPart) {
    const what = part.type === 'resource' ? `resource ${part.uri}` : `image ${part.mimeType}`;
    return text(`[${what}, ${part.bytes.length} bytes: too large to be attached]`);
  }
  if (!('text' in part) || part.text === undefined || part.text.length <= longestText) return part;
  return { ...part, text: cutText(part.text, { limit: longestText, readOn: '' }) };
}
