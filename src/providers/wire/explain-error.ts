import { causesOf, ownError } from '../../converser/ground/causes.ts';
import { type Overflow, overflowIn } from '../../converser/ground/context-overflow.ts';
import { type ConverserError, errors, fault, reasonOf } from '../../converser/ground/errors.ts';
import { isAmount, isJsonObject, type JsonObject, parseJson } from '../../converser/ground/json/json.ts';
import { contextOverflow } from '../../converser/ground/overflow-error.ts';
import { mark } from '../../converser/ground/secrets/known-secrets.ts';
import type { HidingConnection } from './connection.ts';
import { type Meaning, meaningOf } from './error-words.ts';
import { reportIn } from './reported.ts';

export interface Place {
  readonly connection: Pick<HidingConnection, 'secrets' | 'log'>;
  readonly label: string;
  /** llama.cpp sends a plain 500 for requests that it will never accept. */
  readonly retries500?: boolean;
  readonly hasBegun?: boolean;
  readonly size?: () => Overflow;
}

export function explainError(cause: unknown, place: Place): ConverserError {
  const own = ownError(cause);
  if (own !== undefined) return own;
  place.connection.log?.info(
    withoutSecrets(`${place.label} failed: ${causesOf(cause).map(named).join(' ← ')}`, place.connection),
  );
  const report = readReport(cause);
  return translate({ ...report, reason: withoutSecrets(report.reason, place.connection) }, place);
}

function miscalled(model: string): ConverserError {
  const message = `${model} wrote a tool call that its server couldn’t read. Try again, or choose another model.`;
  return fault('model-failed', message, { retryable: true });
}

function named(cause: unknown): string {
  const name = cause instanceof Error && cause.name !== 'Error' ? `${cause.name}: ` : '';
  return `${name}${reasonOf(cause).slice(0, longestReason)}`;
}

interface Report {
  readonly cause: unknown;
  /** The server has said it, and not this program or its system. */
  readonly isTold: boolean;
  readonly status: number | undefined;
  readonly code: string;
  readonly reason: string;
  readonly retryAfter: number | undefined;
  readonly told: Overflow | undefined;
}

/** Returns the reason in the provider's own words. It may hold secrets. */
export function reasonIn(cause: unknown): string {
  const said = messageIn(fieldsOf(cause).error) ?? innermost(cause);
  return (titleIn(said) ?? said).slice(0, longestReason);
}

/** Proxies, sign-in pages and wrong addresses answer with pages, whose markup tells nobody anything. */
function titleIn(said: string): string | undefined {
  if (!/^(?:\d{3} )?\s*<(?:!doctype html|html|head|body)\b/i.test(said)) return undefined;
  const title = /<title[^>]*>([^<]{1,200})/i.exec(said)?.[1]?.replace(/\s+/g, ' ').trim();
  return `its server sent a web page instead of a reply${title ? ` (“${title}”)` : ''}. Check the server’s address, and whether a proxy or a sign-in stands before it.`;
}

/** Errors are read by shape and not by class, so that an SDK need not be loaded to fail. */
function readReport(cause: unknown): Report {
  const { status, code, type, error, headers } = fieldsOf(cause);
  const told = reportIn(error);
  return {
    cause,
    isTold: told !== undefined || status !== undefined,
    status: [status, code, told?.code].map(Number).find(number => number >= 400 && number < 600),
    code: [code, type, told?.code, told?.type].filter(word => typeof word === 'string').join(' '),
    reason: reasonIn(cause),
    retryAfter: headers instanceof Headers ? waitOf(headers) : undefined,
    told: sizesIn(error),
  };
}

/** In characters. */
const longestReason = 1_000;

function fieldsOf(cause: unknown): Readonly<Record<string, unknown>> {
  return typeof cause === 'object' && cause !== null ? { ...cause } : {};
}

/** OpenAI's SDK hands out the error itself, Anthropic's the object around it. */
function messageIn(error: unknown): string | undefined {
  if (typeof error === 'string' && error !== '') return error;
  if (!isJsonObject(error)) return undefined;
  const passed = messagePassedOn(error);
  if (passed !== undefined) return passed;
  return reportIn(error)?.message;
}

/** OpenRouter says only "Provider returned error", and has the provider's own words beside it, mostly as JSON. */
function messagePassedOn({ metadata }: JsonObject): string | undefined {
  const raw = isJsonObject(metadata) ? metadata.raw : undefined;
  if (typeof raw !== 'string' || raw.trim() === '') return undefined;
  return messageIn(parseJson(raw)) ?? raw;
}

/** llama.cpp has fields for them, and its older versions no numbers in the text. */
function sizesIn(error: unknown): Overflow | undefined {
  if (!isJsonObject(error)) return undefined;
  const { n_prompt_tokens: tokens, n_ctx: window } = error;
  return isAmount(tokens) && isAmount(window) ? { tokens, window } : sizesIn(error.error);
}

function translate(
  report: Report,
  { label, retries500 = false, hasBegun = false, size }: Place,
): ConverserError {
  const { cause, status, code, reason, retryAfter } = report;
  const overflow = overflowIn(report);
  if (overflow !== undefined) return tooLong(overflow, { label, reason, size });
  const meaning = meaningIn(report);
  if (meaning === 'unpaid') return errors.modelUnpaid(label, reason);
  if (meaning === 'unauthorized') return errors.modelUnauthorized(label, withoutKeys(reason), cause);
  if (meaning === 'missing') return errors.modelNotFound(label);
  if (meaning === 'limited') return errors.modelQuota(label, reason, retryAfter);
  if (meaning === 'miscalled') return miscalled(label);
  if (meaning === 'late') return errors.modelUnreachable(label, reason, cause);
  if (meaning === 'overloaded') return errors.modelOverloaded(label, reason, retryAfter);
  if (meaning === 'never') return errors.modelFailed(label, reason, cause);
  if ((status === 500 && retries500) || isFaulty(status, code))
    return errors.modelServerFailed(label, reason, cause);
  if (status === undefined && isConnection(cause))
    return hasBegun
      ? errors.modelBrokeOff(label, reason, cause)
      : errors.modelUnreachable(label, reason, cause);
  return errors.modelFailed(label, reason, cause);
}

function meaningIn(report: Report): Meaning | undefined {
  const { status, code, reason, isTold } = report;
  const told = isTold ? meaningOf({ status, code, reason }) : undefined;
  if (told !== undefined) return told;
  if (isUnauthorized(report)) return 'unauthorized';
  if (isModelMissing(report)) return 'missing';
  if (status === 402 || /insufficient_quota|billing/.test(code)) return 'unpaid';
  if (status === 429 || /rate_limit/.test(code)) return 'limited';
  if (/tool_use_failed/.test(code)) return 'miscalled';
  if (status === 408 || status === 504 || /timeout_error/.test(code)) return 'late';
  return isOverload(status, code) ? 'overloaded' : undefined;
}

function tooLong(
  overflow: Overflow,
  {
    label,
    reason,
    size,
  }: Pick<Report, 'reason'> & { readonly label: string; readonly size: Place['size'] | undefined },
): ConverserError {
  if (overflow.tokens !== undefined && overflow.window !== undefined) return contextOverflow(label, overflow);
  const known = { ...size?.(), ...overflow };
  return contextOverflow(label, { ...known, reason, isEstimate: overflow.tokens === undefined });
}

/** Gemini refuses a wrong key with 400. */
function isUnauthorized({ status, code, reason }: Report): boolean {
  if (status === 401 || status === 403) return true;
  return /invalid_api_key|authentication|permission_error/.test(code) || /^API key not valid/.test(reason);
}

function isModelMissing({ status, code, reason }: Report): boolean {
  return /not_found_error/.test(code) || (status === 404 && /model/i.test(code + reason));
}

function isOverload(status: number | undefined, code: string): boolean {
  return (status !== undefined && status > 500) || /overload|unavailable/.test(code);
}

function isFaulty(status: number | undefined, code: string): boolean {
  return /server_error/.test(code) || (status === undefined && /api_error/.test(code));
}

/** Class names do not survive minifying, so the cause counts, or the words where nothing is wrapped. */
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

/** Some servers quote the key that they refuse. A key that was replaced meanwhile is known by its form. */
function withoutSecrets(reason: string, { secrets }: Place['connection']): string {
  return secrets
    .hide(reason)
    .replace(/\b(sk|gsk|xai|key)[-_][\w*.-]{6,}/g, mark)
    .replace(/(bearer\s+)\S+/gi, `$1${mark}`);
}

/** Rejected keys are quoted whole, shortened, or in an unknown form. So everything goes that may be a key. */
function withoutKeys(reason: string): string {
  return reason
    .replace(/\S*(\*{2,}|…|\.{3})\S*/g, mark)
    .replace(/[\w.+/=-]{20,}/g, word => (/\d/.test(word) && /[a-z]/i.test(word) ? mark : word));
}

function waitOf(headers: Headers): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const told = headers.get('retry-after');
  if (told === null || told.trim() === '') return undefined;
  const seconds = Number(told);
  const wait = Number.isNaN(seconds) ? Date.parse(told) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? undefined : Math.max(0, Math.round(wait));
}
