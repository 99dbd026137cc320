import { ConverserError, type ErrorData, errorData, errors, reasonOf } from '../../converser/errors.ts';
import { isJsonObject } from '../../converser/json/json.ts';

/** What a server or the SDK reported, in our words. */
export function explainError(cause: unknown, label: string): ErrorData {
  return errorData(ownFault(cause) ?? translate(readReport(cause), label));
}

/** Ours may be wrapped: the SDK says only "Connection error." of what its `fetch` throws. */
function ownFault(cause: unknown): ConverserError | undefined {
  if (cause instanceof ConverserError) return cause;
  return cause instanceof Error && cause.cause !== undefined ? ownFault(cause.cause) : undefined;
}

interface Report {
  readonly cause: unknown;
  /** Of HTTP, or what stands for it in an error in the middle of a stream. */
  readonly status: number | undefined;
  readonly code: string;
  readonly reason: string;
  readonly retryAfter: number | undefined;
}

/** Read by shape and not by class, so that the SDK need not be loaded to fail. */
function readReport(cause: unknown): Report {
  const { status, code, type, error, headers } = fieldsOf(cause);
  const told = isJsonObject(error) && typeof error.message === 'string' ? error.message : undefined;
  const numeric = [status, code].map(Number).find(number => number >= 400 && number < 600);
  return {
    cause,
    status: numeric,
    code: [code, type].filter(word => typeof word === 'string').join(' '),
    reason: withoutKeys(told ?? innermost(cause)),
    retryAfter: headers instanceof Headers ? waitOf(headers) : undefined,
  };
}

function fieldsOf(cause: unknown): Readonly<Record<string, unknown>> {
  return typeof cause === 'object' && cause !== null ? { ...cause } : {};
}

function translate({ cause, status, code, reason, retryAfter }: Report, label: string): ConverserError {
  if (status === 401 || status === 403 || /invalid_api_key|authentication/.test(code))
    return errors.modelUnauthorized(label, cause);
  if (status === 404 && /model/i.test(code + reason)) return errors.modelNotFound(label);
  if (status === 402 || /insufficient_quota|billing/.test(code)) return errors.modelUnpaid(label, reason);
  if (status === 429 || /rate_limit/.test(code)) return errors.modelQuota(label, reason, retryAfter);
  if (status === 408) return errors.modelUnreachable(label, reason, cause);
  if (isOverload(status, code)) return errors.modelOverloaded(label, reason, retryAfter);
  if (status === undefined && isConnection(cause)) return errors.modelUnreachable(label, reason, cause);
  return errors.modelFailed(label, reason, cause);
}

/** A plain 500 is what llama.cpp says to a request it will never take. */
function isOverload(status: number | undefined, code: string): boolean {
  return (status !== undefined && status > 500) || /overload|unavailable|server_error/.test(code);
}

/** By what the SDK wraps, and by its words where it wraps nothing: the names of its classes do not survive minifying. */
function isConnection(cause: unknown): boolean {
  if (cause instanceof TypeError || isSystem(cause)) return true;
  if (!(cause instanceof Error)) return false;
  return /^(Connection error|Request timed out)\.$/.test(cause.message) || isConnection(cause.cause);
}

function isSystem(cause: unknown): boolean {
  return (
    typeof fieldsOf(cause).code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(String(fieldsOf(cause).code))
  );
}

/** "Connection error." says less than the cause of its cause, "connect ECONNREFUSED 127.0.0.1:11434". */
function innermost(cause: unknown): string {
  let error = cause;
  for (let depth = 0; depth < 5 && error instanceof Error && error.cause !== undefined; depth++)
    error = error.cause;
  return reasonOf(error);
}

/** Some servers quote the key they refuse, and some quote what it begins with. */
function withoutKeys(reason: string): string {
  return reason.replace(/\b(sk|gsk|xai|key)[-_][\w*.-]{6,}/g, '[key]').replace(/(bearer\s+)\S+/gi, '$1[key]');
}

function waitOf(headers: Headers): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const told = headers.get('retry-after');
  if (told === null || told.trim() === '') return undefined;
  const seconds = Number(told);
  const wait = Number.isNaN(seconds) ? Date.parse(told) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
