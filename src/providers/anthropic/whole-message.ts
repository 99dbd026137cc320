import type Anthropic from '@anthropic-ai/sdk';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';

/** Servers that do not stream send a whole message. */
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
