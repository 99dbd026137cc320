import type { StreamEvent } from './nativize-reply.ts';

/**
 * The event as `JSON.stringify` writes it. Of a piece of text only the text is written anew: most of a reply are such
 * events, and all else in them is the same.
 */
export function eventJson(event: StreamEvent): string {
  if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') return JSON.stringify(event);
  const { index, delta } = event;
  return `{"type":"content_block_delta","index":${index},"delta":{"type":"text_delta","text":${JSON.stringify(delta.text)}}}`;
}
