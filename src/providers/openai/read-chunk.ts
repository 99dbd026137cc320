import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import { isJsonObject, type JsonValue, parseJson } from '../../converser/ground/json/json.ts';
import { ReportedError } from '../../dialects/reported-error.ts';
import type { ServerEvent } from '../wire/read-events.ts';
import { refuseReport } from '../wire/reported.ts';

export function readChunk(event: ServerEvent): ChatCompletionChunk {
  const { name, data } = event;
  const chunk = name === 'error' ? parseReport(data) : parse(data);
  const error = errorIn(chunk, name);
  if (error !== undefined) throw new ReportedError(error);
  const choices = isJsonObject(chunk) ? chunk.choices : undefined;
  if (!Array.isArray(choices) || choices.length === 0) refuseReport(chunk, choices ? {} : event);
  if (!isJsonObject(chunk)) throw new SyntaxError('its reply contains an event that isn’t a JSON object.');
  return chunk as unknown as ChatCompletionChunk;
}

/** Responses' own `error` events are among them. Pass what it throws to `asSdkError`. */
export function readResponseEvent(arrived: ServerEvent): ResponseStreamEvent {
  const { name, data } = arrived;
  if (name === 'error') throw new ReportedError(reportOf(parseReport(data)));
  const event = parse(data);
  const error = errorIn(event, '');
  if (error !== undefined) throw new ReportedError(error);
  const { type, output } = isJsonObject(event) ? event : {};
  const isOfWire = Array.isArray(output) || /^(?:response\.|error$)/.test(String(type));
  if (!isOfWire) refuseReport(event, arrived);
  return event as unknown as ResponseStreamEvent;
}

export function isDone({ data }: ServerEvent): boolean {
  return /^\s*"?\[DONE\]/.test(data);
}

export async function asSdkError(cause: unknown, headers: Headers | undefined): Promise<unknown> {
  if (!(cause instanceof ReportedError)) return cause;
  const { APIError } = await import('openai');
  return new APIError(undefined, Object(cause.report) as object, undefined, headers);
}

function parse(data: string): JsonValue {
  try {
    return JSON.parse(data) as JsonValue;
  } catch (cause) {
    throw new SyntaxError('its reply contains an event that isn’t JSON.', { cause });
  }
}

function parseReport(data: string): JsonValue {
  return parseJson(data) ?? { message: data };
}

function reportOf(event: JsonValue): JsonValue {
  return isJsonObject(event) && isJsonObject(event.error) ? event.error : event;
}

function errorIn(chunk: JsonValue, name: string): JsonValue | undefined {
  const told = isJsonObject(chunk) && chunk.error ? chunk.error : undefined;
  const report = name === 'error' ? (told ?? chunk) : told;
  return typeof report === 'string' ? { message: report } : report;
}
