import type Anthropic from '@anthropic-ai/sdk';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';

/** The events in which a whole message would have been streamed, for servers that do not stream. */
export function eventsOfMessage(message: JsonObject): readonly Anthropic.RawMessageStreamEvent[] {
  const { content, usage, stop_reason, stop_sequence = null, stop_details = null } = message;
  if (!Array.isArray(content)) return [];
  const blocks = content.filter(isJsonObject).flatMap((content_block, index) => [
    { type: 'content_block_start', index, content_block },
    { type: 'content_block_stop', index },
  ]);
  return [
    { type: 'message_start', message: { usage } },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason, stop_sequence, stop_details }, usage },
  ] as unknown as readonly Anthropic.RawMessageStreamEvent[];
}
