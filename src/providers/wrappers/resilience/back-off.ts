import { type ErrorData, errorData, errors } from '../../../converser/ground/errors.ts';

export interface RetryLimits {
  readonly attempts: number;
  readonly silentAttempts: number;
  /** In milliseconds. Each wait after the first may be twice as long. */
  readonly firstWait: number;
  readonly longestWait: number;
  /** In milliseconds. If a provider asks for a longer wait, the turn fails. */
  readonly longestToldWait: number;
}

export const ordinaryRetryLimits: RetryLimits = {
  attempts: 5,
  silentAttempts: 2,
  firstWait: 2_000,
  longestWait: 30_000,
  longestToldWait: 120_000,
};

export interface Failed {
  readonly error: ErrorData;
  readonly attempt: number;
}

/**
 * Returns the milliseconds until the next attempt, or the error with which to give up.
 *
 * The wait is at least as long as the server says. Otherwise it is a random time up to a bound that doubles, so that
 * clients that failed together do not come back together:
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function backOff(
  { error, attempt }: Failed,
  { limits, random }: { readonly limits: RetryLimits; readonly random: () => number },
): { readonly wait: number } | { readonly error: ErrorData } {
  const told = error.retryAfter ?? 0;
  if (error.code === 'model-suspended' || !error.retryable) return { error };
  if (told > limits.longestToldWait) return { error: errorData(errors.notBefore(error, told)) };
  if (attempt >= attemptsFor(error, limits)) return { error };
  const bound = Math.min(limits.longestWait, limits.firstWait * 2 ** (attempt - 1));
  return { wait: Math.max(told, Math.round(random() * bound)) };
}

export function attemptsFor({ code }: ErrorData, limits: RetryLimits): number {
  return code === 'model-silent' ? Math.min(limits.silentAttempts, limits.attempts) : limits.attempts;
}
