import type { Overflow } from './context-overflow.ts';
import { type ConverserError, fault, sentence } from './errors.ts';

interface TooLong extends Overflow {
  /** The provider did not say how many tokens the request has. */
  readonly isEstimate?: boolean;
  /** What the provider said. */
  readonly reason?: string;
}

/** In words that programs know from the vendors: some of them shorten the conversation when they read these. */
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

/** The same request would fail again. */
export function contextOverflow(model: string, overflow: TooLong): ConverserError {
  return fault(
    'context-overflow',
    `${tooLong(model, overflow)} Send less, begin a new conversation, or choose a model with a larger window.`,
  );
}
