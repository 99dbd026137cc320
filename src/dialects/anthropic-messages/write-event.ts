import type { StreamEvent } from './nativize-reply.ts';

/**
 * Writes the event as `JSON.stringify` does. Most events hold a piece of text and differ in nothing else, so only the
 * text is written anew.
 */
export function eventJson(event: StreamEvent): string {
  if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') return JSON.stringify(event);
  const { index, delta } = event;
  return `{"type":"content_block_delta","index":${index},"delta":{"type":"text_delta","text":${JSON.stringify(delta.text)}}}`;
}
