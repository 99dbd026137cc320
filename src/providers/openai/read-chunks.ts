import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { isJsonObject, type JsonValue } from '../../converser/json/json.ts';
import { readEvents, type ServerEvent } from '../wire/read-events.ts';

/**
 * The chunks of a streamed reply, in the groups in which they arrive. Throws what the SDK throws for an error in the
 * middle of a stream, and ends early when the signal aborts.
 */
export async function* readChunks(
  { body, headers }: Response,
  signal: AbortSignal,
): AsyncGenerator<readonly ChatCompletionChunk[], void> {
  if (body === null) return;
  try {
    for await (const events of readEvents(body, ({ data }) => data === '[DONE]')) {
      const { chunks, error } = chunksIn(events);
      yield chunks;
      if (error !== undefined) throw await apiError(error, headers);
    }
  } catch (cause) {
    if (!signal.aborted) throw cause;
  }
}

interface Chunks {
  readonly chunks: readonly ChatCompletionChunk[];
  /** What came after them instead of the next one. */
  readonly error?: JsonValue;
}

function chunksIn(events: readonly ServerEvent[]): Chunks {
  const chunks: ChatCompletionChunk[] = [];
  for (const { name, data } of events) {
    const chunk = parse(data);
    const error = errorIn(chunk, name);
    if (error !== undefined) return { chunks, error };
    chunks.push(chunk as unknown as ChatCompletionChunk);
  }
  return { chunks };
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

async function apiError(error: JsonValue, headers: Headers): Promise<Error> {
  const { APIError } = await import('openai');
  return new APIError(undefined, Object(error) as object, undefined, headers);
}
