import { ConverserError, reasonOf } from './errors.ts';

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

/**
 * Nothing was received, and the message holds nothing that others could have worded: a host's name counts only in an
 * error of Node's, and not in a text that reads like one.
 */
export function isUnreached(thrown: unknown): boolean {
  const said = reasonOf(thrown);
  if (addressed.test(said)) return true;
  return named.test(said) && causesOf(thrown).some(cause => hasCode(cause, ...codes));
}

const addressed =
  /^(?:The ensemble [\w-]+ is not available: )?(?:MCP server [\w-]+ is not available: )?(?:It can’t be reached: )?(?:connect E[A-Z]+ [\da-f.:]+|The operation was aborted due to timeout)\.?$/;

const named =
  /^(?:[\w.:[\]-]{1,64} can’t be reached: )?(?:fetch failed|AggregateError|[\w.:[\]-]{1,64} can’t be found\.|(?:connect|getaddrinfo) E[A-Z_]+(?: [\w.:[\]-]{1,64})?)$/;

const codes = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'],
];
