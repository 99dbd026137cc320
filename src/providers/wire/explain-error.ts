import { causesOf, ownError } from '../../converser/causes.ts';
import { type ConverserError, errors, reasonOf } from '../../converser/errors.ts';
import { isJsonObject } from '../../converser/json/json.ts';
import type { Connection } from './connection.ts';

export interface Place {
  readonly connection: Connection;
  /** What messages call the model or the provider. */
  readonly label: string;
  /** Whether a plain 500 is worth another try. llama.cpp sends one for requests that it will never accept. */
  readonly retries500?: boolean;
}

/** What a provider or its SDK reported, in our words and without secrets. */
export async function explainError(cause: unknown, place: Place): Promise<ConverserError> {
  // The SDKs turn what their `fetch` throws into "Connection error."
  const own = ownError(cause);
  if (own !== undefined) return own;
  const report = readReport(cause);
  return translate({ ...report, reason: await withoutSecrets(report.reason, place.connection) }, place);
}

interface Report {
  readonly cause: unknown;
  /** The HTTP status, or what stands for it in an error in the middle of a stream. */
  readonly status: number | undefined;
  /** What the provider calls this kind of error. */
  readonly code: string;
  readonly reason: string;
  readonly retryAfter: number | undefined;
}

/** Read by shape and not by class, so that an SDK need not be loaded to fail. */
function readReport(cause: unknown): Report {
  const { status, code, type, error, headers } = fieldsOf(cause);
  return {
    cause,
    status: [status, code].map(Number).find(number => number >= 400 && number < 600),
    code: [code, type].filter(word => typeof word === 'string').join(' '),
    reason: messageIn(error) ?? innermost(cause),
    retryAfter: headers instanceof Headers ? waitOf(headers) : undefined,
  };
}

function fieldsOf(cause: unknown): Readonly<Record<string, unknown>> {
  return typeof cause === 'object' && cause !== null ? { ...cause } : {};
}

/** OpenAI's SDK hands out the error itself, Anthropic's the object around it. */
function messageIn(error: unknown): string | undefined {
  if (!isJsonObject(error)) return undefined;
  return typeof error.message === 'string' && error.message !== '' ? error.message : messageIn(error.error);
}

function translate(report: Report, { label, retries500 = false }: Place): ConverserError {
  const { cause, status, code, reason, retryAfter } = report;
  if (status === 401 || status === 403 || /invalid_api_key|authentication|permission_error/.test(code))
    return errors.modelUnauthorized(label, cause);
  if (isModelMissing(report)) return errors.modelNotFound(label);
  if (status === 402 || /insufficient_quota|billing/.test(code)) return errors.modelUnpaid(label, reason);
  if (status === 429 || /rate_limit/.test(code)) return errors.modelQuota(label, reason, retryAfter);
  if (status === 408 || status === 504 || /timeout_error/.test(code) || (status === 500 && retries500))
    return errors.modelUnreachable(label, reason, cause);
  if (isOverload(status, code)) return errors.modelOverloaded(label, reason, retryAfter);
  if (status === undefined && (isConnection(cause) || /api_error/.test(code)))
    return errors.modelUnreachable(label, reason, cause);
  return errors.modelFailed(label, reason, cause);
}

function isModelMissing({ status, code, reason }: Report): boolean {
  return /not_found_error/.test(code) || (status === 404 && /model/i.test(code + reason));
}

function isOverload(status: number | undefined, code: string): boolean {
  return (status !== undefined && status > 500) || /overload|unavailable|server_error/.test(code);
}

/** By what the SDK wraps, and by its words where it wraps nothing: class names do not survive minifying. */
function isConnection(cause: unknown): boolean {
  return causesOf(cause).some(isConnectionError);
}

function isConnectionError(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const { code } = fieldsOf(cause);
  if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code)) return true;
  if (cause instanceof TypeError && /terminated|fetch|network/i.test(cause.message)) return true;
  return /^(Connection error|Request timed out)\.$/.test(cause.message);
}

/** "Connection error." says less than the cause of its cause, "connect ECONNREFUSED 127.0.0.1:11434". */
function innermost(cause: unknown): string {
  return reasonOf(causesOf(cause).at(-1));
}

/** Some servers quote the key or the header that they refuse, and some only its beginning. */
async function withoutSecrets(reason: string, { key, headers = {} }: Connection): Promise<string> {
  const stored = await key().catch(() => undefined);
  const secrets = [stored?.trim() ?? '', ...Object.values(headers)].filter(({ length }) => length >= 8);
  return secrets
    .reduce((text, secret) => text.replaceAll(secret, '[key]'), reason)
    .replace(/\b(sk|gsk|xai|key)[-_][\w*.-]{6,}/g, '[key]')
    .replace(/(bearer\s+)\S+/gi, '$1[key]');
}

/** Milliseconds, from seconds or a date. */
function waitOf(headers: Headers): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const told = headers.get('retry-after');
  if (told === null || told.trim() === '') return undefined;
  const seconds = Number(told);
  const wait = Number.isNaN(seconds) ? Date.parse(told) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? undefined : Math.max(0, Math.round(wait));
}
