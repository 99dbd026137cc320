import type Anthropic from '@anthropic-ai/sdk';
import type { ServerEvent } from '../wire/read-events.ts';
import { ReportedError } from '../wire/reported-error.ts';

/** The event of the API; `undefined` if it says nothing. What it throws is for `asSdkError`. */
export function readEvent({ name, data }: ServerEvent): Anthropic.RawMessageStreamEvent | undefined {
  if (name === 'error') throw new ReportedError(parsed(data));
  // This API has no events without a name.
  return name === '' || name === 'ping' ? undefined : JSON.parse(data);
}

/** What the SDK throws for an error in the middle of a stream. */
export async function asSdkError(cause: unknown, headers: Headers | undefined): Promise<unknown> {
  if (!(cause instanceof ReportedError)) return cause;
  const { APIError } = await import('@anthropic-ai/sdk');
  return new APIError(undefined, Object(cause.report) as object, undefined, headers);
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}
