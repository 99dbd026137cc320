import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { toBase64 } from '../../../converser/words/canister/base64.ts';
import type { Content, ResourceContent } from '../../../converser/words/canister/content.ts';
import type { InvokerResult } from './call-invoker.ts';

export interface NativizeResultOptions {
  /** In characters of a value that no schema promises: a longer one was cut in the content, for a reason. */
  readonly limit: number;
}

const longestPromised = 16_000_000;

/** Invariant: a result without the value that its tool's schema promises is an error, because clients refuse any other. */
export function nativizeResult(
  { result: { content, failure }, structured, isPromised }: InvokerResult,
  { limit }: NativizeResultOptions,
): CallToolResult {
  const blocks = content.flatMap(nativizeContent);
  if (failure !== undefined) return { isError: true, content: blocks };
  const room = isPromised ? longestPromised : limit;
  if (structured !== undefined && JSON.stringify(structured).length <= room)
    return { content: blocks, structuredContent: structured };
  if (!isPromised) return { content: blocks };
  const reason = structured === undefined ? missing : tooLong;
  return { isError: true, content: [...blocks, { type: 'text', text: reason }] };
}

const missing = 'The tool ran, but didn’t return the value that its output schema promises.';
const tooLong =
  'The tool ran, but its result is longer than 16,000,000 characters. Call it with narrower arguments.';

function nativizeContent(part: Content): readonly ContentBlock[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: part.text }];
    case 'image':
      return [{ type: 'image', data: toBase64(part.bytes), mimeType: part.mimeType }];
    case 'resource':
      return [nativizeResource(part)];
    case 'opaque':
      return [];
  }
}

function nativizeResource({ uri, mimeType, text, bytes }: ResourceContent): ContentBlock {
  const named = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
  if (text !== undefined) return { type: 'resource', resource: { ...named, text } };
  if (bytes === undefined) return { type: 'resource_link', ...named, name: uri };
  const data = toBase64(bytes);
  // Sounds have no address of their own: they got one only to be kept.
  return mimeType?.startsWith('audio/') && uri.startsWith('audio:')
    ? { type: 'audio', data, mimeType }
    : { type: 'resource', resource: { ...named, blob: data } };
}
