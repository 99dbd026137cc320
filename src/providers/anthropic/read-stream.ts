import type Anthropic from '@anthropic-ai/sdk';
import { readEvents, type ServerEvent } from '../wire/read-events.ts';

type StreamEvent = Anthropic.RawMessageStreamEvent;

/**
 * The events of a streamed reply, in the groups in which they arrive. Throws what the SDK throws for an error in the
 * middle of a stream, and ends early when the signal aborts.
 */
export async function* readStream(
  { body, headers }: Response,
  signal: AbortSignal,
): AsyncGenerator<readonly StreamEvent[], void> {
  if (body === null) return;
  try {
    for await (const arrived of readEvents(body)) {
      const { events, error } = eventsIn(arrived);
      yield events;
      if (error !== undefined) throw await apiError(error, headers);
    }
  } catch (cause) {
    if (!signal.aborted) throw cause;
  }
}

interface Events {
  readonly events: readonly StreamEvent[];
  /** What came after them instead of the next one. */
  readonly error?: ServerEvent;
}

function eventsIn(arrived: readonly ServerEvent[]): Events {
  const events: StreamEvent[] = [];
  for (const event of arrived) {
    if (event.name === 'error') return { events, error: event };
    // This API has no events without a name.
    if (event.name !== '' && event.name !== 'ping') events.push(JSON.parse(event.data));
  }
  return { events };
}

async function apiError({ data }: ServerEvent, headers: Headers): Promise<Error> {
  const { APIError } = await import('@anthropic-ai/sdk');
  return new APIError(undefined, Object(parsed(data)) as object, undefined, headers);
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}
