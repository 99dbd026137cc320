import type { StreamEvent } from './nativize-reply.ts';

/** Most events differ only in their text, so only the text is written anew. The result is that of `JSON.stringify`. */
export function eventJson(event: StreamEvent): string {
  if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') return JSON.stringify(event);
  const { index, delta } = event;
  return `{"type":"content_block_delta","index":${index},"delta":{"type":"text_delta","text":${JSON.stringify(delta.text)}}}`;
}
