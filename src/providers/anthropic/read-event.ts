import type Anthropic from '@anthropic-ai/sdk';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../converser/ground/json/json.ts';
import { ReportedError } from '../../dialects/reported-error.ts';
import type { ServerEvent } from '../wire/read-events.ts';
import { refuseReport } from '../wire/reported.ts';

type StreamEvents = readonly Anthropic.RawMessageStreamEvent[];

export function readEvent({ name, data, isWhole }: ServerEvent): StreamEvents {
  if (isWhole) return readWhole(JSON.parse(data));
  if (name === 'error') throw new ReportedError(parseJson(data) ?? data);
  // Some servers end as another wire does.
  if (data === '[DONE]') return [];
  const event = JSON.parse(data) as JsonValue;
  if (!isJsonObject(event)) return [];
  if (event.error) throw new ReportedError(event);
  if (name === '' && !/^(?:message|content_block)_/.test(String(event.type))) refuseReport(event, {});
  // Some servers name their events only within them, and some only beside them.
  const named = typeof event.type === 'string' ? event : { ...event, type: name };
  return [named as unknown as StreamEvents[number]];
}

function readWhole(message: JsonObject): StreamEvents {
  if (message.error) throw new ReportedError(message);
  if (typeof message.content !== 'string' && !Array.isArray(message.content))
    refuseReport(message, { isWhole: true });
  return eventsOfMessage(message);
}

export async function asSdkError(cause: unknown, headers: Headers | undefined): Promise<unknown> {
  if (!(cause instanceof ReportedError)) return cause;
  const { APIError } = await import('@anthropic-ai/sdk');
  return new APIError(undefined, Object(cause.report) as object, undefined, headers);
}

/** Servers that do not stream send a whole message. */
function eventsOfMessage(message: JsonObject): readonly Anthropic.RawMessageStreamEvent[] {
  const { content, usage, stop_reason, stop_sequence = null, stop_details = null } = message;
  const all = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (!Array.isArray(all)) return [];
  const blocks = all.filter(isJsonObject).flatMap((content_block, index) => [
    { type: 'content_block_start', index, content_block },
    { type: 'content_block_stop', index },
  ]);
  return [
    { type: 'message_start', message: { usage } },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason, stop_sequence, stop_details }, usage },
  ] as unknown as readonly Anthropic.RawMessageStreamEvent[];
}
