import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { isJsonObject, type JsonValue } from '../../converser/json/json.ts';
import type { ServerEvent } from '../wire/read-events.ts';
import { ReportedError } from '../wire/reported-error.ts';

/** The chunk in an event. What it throws is for `asSdkError`. */
export function readChunk({ name, data }: ServerEvent): ChatCompletionChunk {
  const chunk = parse(data);
  const error = errorIn(chunk, name);
  if (error !== undefined) throw new ReportedError(error);
  return chunk as unknown as ChatCompletionChunk;
}

/** What the SDK throws for an error in the middle of a stream. */
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

function errorIn(chunk: JsonValue, name: string): JsonValue | undefined {
  const told = isJsonObject(chunk) && chunk.error ? chunk.error : undefined;
  return name === 'error' ? (told ?? chunk) : told;
}
