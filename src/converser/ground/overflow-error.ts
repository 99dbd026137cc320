import type { Overflow } from './context-overflow.ts';
import { type ConverserError, fault, sentence } from './errors.ts';

interface TooLong extends Overflow {
  readonly isEstimate?: boolean;
  readonly reason?: string;
}

/** Uses vendors' words, at which some programs shorten the conversation. */
function tooLong(model: string, { tokens, window, isEstimate, isRate, reason = '' }: TooLong): string {
  const about = isEstimate ? 'about ' : '';
  const limit = isRate ? 'minute for this account allows' : `maximum context length of ${model} is`;
  if (window !== undefined && tokens !== undefined && tokens > window) {
    const numbers = `The prompt is too long: ${tokens} tokens > ${window} maximum.`;
    return `${numbers} The ${limit} ${window} tokens, and this request has ${about}${tokens}.`;
  }
  const known = window === undefined ? '' : ` The ${limit} ${window} tokens.`;
  const size = tokens === undefined ? '' : ` This request has ${about}${tokens} tokens.`;
  const why = reason.trim() === '' ? '.' : `: ${sentence(reason)}`;
  return `The prompt is too long for ${model}${why}${known}${size}`;
}

export function contextOverflow(model: string, told: TooLong): ConverserError {
  const { isEstimate, reason: _said, ...overflow } = told;
  return fault(
    'context-overflow',
    `${tooLong(model, told)} Send less, begin a new conversation, or choose a model with a larger window.`,
    { overflow: isEstimate ? withoutTokens(overflow) : overflow },
  );
}

/** `parts` lists what the request consists of, the largest first. */
export function nothingToLeaveOut(model: string, told: Overflow, parts: readonly string[]): ConverserError {
  const window = told.window === undefined ? '' : ` of ${told.window} tokens`;
  return fault(
    'context-overflow',
    `The request doesn’t fit into the window of ${model}${window}, even with everything left out that may be. What remains: ${parts.join('; ')}. Send less, disable tools, unpin what is pinned, or choose a model with a larger window.`,
    { overflow: told },
  );
}

function withoutTokens({ tokens: _estimated, ...known }: Overflow): Overflow {
  return known;
}
