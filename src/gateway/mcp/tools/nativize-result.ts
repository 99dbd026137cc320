import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { toBase64 } from '../../../converser/canister/base64.ts';
import type { ResultCanister } from '../../../converser/canister/canister.ts';
import type { Content, ResourceContent } from '../../../converser/canister/content.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../../converser/json/json.ts';

/** The result of a call as MCP has it. What a failure says, the content of the canister says already. */
export function nativizeResult({ content, failure }: ResultCanister): CallToolResult {
  const blocks = content.flatMap(nativizeContent);
  if (failure !== undefined) return { isError: true, content: blocks };
  const structuredContent = structured(content);
  return { content: blocks, ...(structuredContent === undefined ? {} : { structuredContent }) };
}

/** A value that an invoker returned, if it is an object and was not cut. */
function structured([only, ...others]: readonly Content[]): JsonObject | undefined {
  if (only?.type !== 'text' || only.mimeType !== 'application/json' || others.length > 0) return undefined;
  const value = parseJson(only.text);
  return isJsonObject(value) ? value : undefined;
}

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
