import type Anthropic from '@anthropic-ai/sdk';
import { type JsonObject, parseJson } from '../../converser/json/json.ts';
import { ReportedError } from '../../dialects/reported-error.ts';
import type { ServerEvent } from '../wire/read-events.ts';
import { eventsOfMessage } from './whole-message.ts';

/** The events of the API in an event; none if it says nothing. What it throws is for `asSdkError`. */
export function readEvent({ name, data, isWhole }: ServerEvent): readonly Anthropic.RawMessageStreamEvent[] {
  if (isWhole) return readWhole(JSON.parse(data));
  if (name === 'error') throw new ReportedError(parseJson(data) ?? data);
  // This API has no events without a name.
  return name === '' || name === 'ping' ? none : [JSON.parse(data)];
}

const none: readonly Anthropic.RawMessageStreamEvent[] = [];

function readWhole(message: JsonObject): readonly Anthropic.RawMessageStreamEvent[] {
  if (message.error) throw new ReportedError(message);
  return eventsOfMessage(message);
}

/** What the SDK throws for an error in the middle of a stream. */
export async function asSdkError(cause: unknown, headers: Headers | undefined): Promise<unknown> {
  if (!(cause instanceof ReportedError)) return cause;
  const { APIError } = await import('@anthropic-ai/sdk');
  return new APIError(undefined, Object(cause.report) as object, undefined, headers);
}
