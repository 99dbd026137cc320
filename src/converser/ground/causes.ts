import { ConverserError } from './errors.ts';

export function hasCode(cause: unknown, ...codes: readonly string[]): boolean {
  return cause instanceof Error && 'code' in cause && codes.includes(String(cause.code));
}

const mostCauses = 6;

export function causesOf(thrown: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  let cause = thrown;
  while (cause !== undefined && causes.length < mostCauses) {
    causes.push(cause);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return causes;
}

/** Finds the outermost of our errors: libraries wrap what is thrown inside them. */
export function ownError(thrown: unknown): ConverserError | undefined {
  return causesOf(thrown).find(cause => cause instanceof ConverserError);
}
