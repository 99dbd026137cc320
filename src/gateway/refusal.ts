import { type ErrorCode, type ErrorData, errorData } from '../converser/ground/errors.ts';
import { defined } from '../converser/ground/json/defined.ts';
import { countText, numberText, waitText } from '../converser/ground/wording/numbers.ts';
import { type Answer, jsonAnswer } from './answer.ts';
import type { Asked } from './asked.ts';

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** In milliseconds, after which the same request may succeed. */
  readonly retryAfter?: number;
  /** Something was done for the request already, so clients must not repeat it by themselves. */
  readonly isFinal?: true;
}

export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = 'Refused';
    this.refusal = refusal;
  }
}

export const refusals = {
  wrongHost: (): Refusal => ({
    status: 421,
    code: 'wrong-host',
    message:
      'Call Converser by a name of this machine, such as http://127.0.0.1 or http://localhost, or allow the name: with --host-name where you run “converse serve”, or in the setting converser.gateway.network.',
  }),
  fromPage: (): Refusal => ({
    status: 403,
    code: 'wrong-origin',
    message:
      'Web pages may not use Converser. Send the request from a program, without an Origin header, or allow the page: with --origin where you run “converse serve”, or in the setting converser.gateway.origins.',
  }),
  noKey: (): Refusal => ({
    status: 401,
    code: 'no-key',
    message: 'The key is missing. Send it as “Authorization: Bearer KEY” or “x-api-key: KEY”.',
  }),
  wrongKey: (): Refusal => ({
    status: 401,
    code: 'wrong-key',
    message: 'This key is not known, or was revoked. Copy the current one from Converser.',
  }),
  badAuthorization: (): Refusal => ({
    status: 401,
    code: 'no-key',
    message: 'The Authorization header must be “Bearer KEY”.',
  }),
  twoKeys: (): Refusal => ({
    status: 401,
    code: 'two-keys',
    message: 'Authorization and x-api-key hold different keys. Send one of them.',
  }),
  modelNotAllowed: (client: string, model: string): Refusal => ({
    status: 403,
    code: 'model-not-allowed',
    message: `The key “${client}” may not use ${model}. GET /v1/models lists the models that it may use.`,
  }),
  ensembleNotAllowed: (client: string, ensemble: string, choices: string): Refusal => ({
    status: 403,
    code: 'ensemble-not-allowed',
    message: `The key “${client}” may not use the ensemble ${ensemble}. ${choices}`,
  }),
  priceUnknown: (client: string, model: string): Refusal => ({
    status: 429,
    code: 'spending-cap',
    message: `The price of ${model} is unknown, so the daily limit of the key “${client}” can’t be enforced. Nothing was sent. Give the model a price with “Converser: Edit Models and Prices”, or remove the limit.`,
  }),
  moneySpent: (client: string, { spent, limit, wait }: SpentMoney): Refusal => ({
    status: 429,
    code: 'spending-cap',
    message: `The key “${client}” has spent ${spent} today, and this request would go over its limit of ${limit} a day. Nothing was sent. Try again in ${waitText(wait)}, or raise the limit.`,
    retryAfter: wait,
  }),
  tooLarge: (limit: number): Refusal => ({
    status: 413,
    code: 'body-too-large',
    message: `The body is too large: at most ${numberText(limit)} bytes are accepted. Send less text, or fewer or smaller images.`,
  }),
  encoded: (coding: string, known: readonly string[]): Refusal => ({
    status: 415,
    code: 'body-encoded',
    message: `The body is encoded as ${JSON.stringify(coding.slice(0, 40))}. Send it as ${known.join(', ')}, or without a content-encoding.`,
  }),
  tooManyRequests: (limit: number, wait: number): Refusal => ({
    status: 429,
    code: 'rate-limit',
    message: `This key may make ${countText(limit, 'request')} a minute. Try again in ${waitText(wait)}.`,
    retryAfter: wait,
  }),
  tooManyWaiting: (running: number): Refusal => ({
    status: 429,
    code: 'queue-full',
    message: `${countText(running, 'request')} are being answered, and too many are waiting. Try again later, or send fewer at once.`,
    retryAfter: 5_000,
  }),
  waitedTooLong: (patience: number): Refusal => ({
    status: 429,
    code: 'queue-timeout',
    message: `This request waited ${waitText(patience)} for its turn. Try again later, or send fewer at once.`,
    retryAfter: 30_000,
  }),
  notARequest: (): Refusal => ({
    status: 400,
    code: 'bad-request',
    message:
      'This is not an HTTP request that can be read. Check its first line, its Host header and its length.',
  }),
  tooSlow: (): Refusal => ({
    status: 408,
    code: 'too-slow',
    message: 'The request did not arrive in time. Send it again, without pauses.',
  }),
  headersTooLarge: (): Refusal => ({
    status: 431,
    code: 'headers-too-large',
    message: 'The headers are too large. Send fewer or shorter ones.',
  }),
  gone: (): Refusal => ({ status: 499, code: 'cancelled', message: 'The client left.' }),
  noRoute: (method: string, path: string): Refusal => ({
    status: 404,
    code: 'no-route',
    message: `${method} ${path} is not offered. GET /openapi.json lists what is.`,
  }),
  wrongMethod: (method: string, { path, offered }: OfferedMethods): Refusal => ({
    status: 405,
    code: 'wrong-method',
    message: `${method} is not offered for ${path}. Use ${offered.join(' or ')}.`,
  }),
  webSocket: ({ path, offered }: OfferedMethods): Refusal => ({
    status: 426,
    code: 'no-websocket',
    message: `${path} takes no WebSockets. Use ${offered.join(' or ')} over HTTP.`,
  }),
  ofError: (cause: unknown): Refusal => (cause instanceof Refused ? cause.refusal : ofData(errorData(cause))),
  ofData,
};

interface OfferedMethods {
  readonly path: string;
  readonly offered: readonly string[];
}

interface SpentMoney {
  readonly spent: string;
  readonly limit: string;
  /** In milliseconds until the next day. */
  readonly wait: number;
}

function ofData({ code, message, retryable, retryAfter }: ErrorData): Refusal {
  // A quota that waiting does not restore is still a 429: clients know no better status.
  const status = statuses[code] ?? (retryable ? 503 : 500);
  return defined({ status, code, message, retryAfter });
}

/** Codes that are missing here are our own fault: 500. */
const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  'bad-arguments': 400,
  'key-revoked': 401,
  'model-consent': 403,
  'model-not-found': 404,
  'turn-open': 409,
  'context-overflow': 413,
  'round-limit': 422,
  'model-quota': 429,
  'spending-cap': 429,
  cancelled: 499,
  'model-failed': 502,
  'model-server-failed': 502,
  'model-empty': 502,
  'reply-too-large': 502,
  'invocation-aborted': 502,
  'model-unauthorized': 502,
  'model-unreachable': 502,
  'model-overloaded': 503,
  'model-suspended': 503,
  'no-model': 503,
  'model-silent': 504,
};

type Caller = Pick<Asked, 'path' | 'headers'>;

/** Takes the shape that the caller's client reads: Anthropic's, or else OpenAI's. */
export function refusalFor(request: Caller, refusal: Refusal): Answer {
  const { status, code, message, retryAfter, isFinal } = refusal;
  const body =
    callerOf(request) === 'anthropic'
      ? { type: 'error', error: { type: anthropicType(status), message } }
      : { error: { message, type: openAiType(status), param: null, code, ...asAtOpenAi(refusal) } };
  const headers = defined({
    'retry-after': retryAfter === undefined ? undefined : String(Math.ceil(retryAfter / 1000)),
    // The vendors' SDKs repeat 408, 409, 429 and 5xx unless told otherwise.
    'x-should-retry': isFinal ? 'false' : undefined,
  });
  return jsonAnswer(body, { status, headers });
}

/** Judges by the path where only one vendor has it, and else by the header that only Anthropic's clients send. */
export function callerOf(request: Caller): 'anthropic' | 'openai' {
  const isAnthropic = /^\/v1\/messages(\/|$)/.test(request.path) || request.headers.has('anthropic-version');
  return isAnthropic ? 'anthropic' : 'openai';
}

function anthropicType(status: number): string {
  const types: Readonly<Record<number, string>> = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    408: 'timeout_error',
    413: 'request_too_large',
    429: 'rate_limit_error',
    503: 'overloaded_error',
    504: 'timeout_error',
  };
  return types[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
}

/** What is wrong in a body is said with its place before a colon. */
function asAtOpenAi({ code, message }: Refusal): { readonly code?: string; readonly param?: string } {
  if (code === 'context-overflow') return { code: 'context_length_exceeded' };
  const [, param, reason = ''] = /^([a-z_]+(?:\[\d+\]|\.[a-z_]+)*): (.*)/s.exec(message) ?? [];
  if (code !== 'bad-arguments' || param === undefined) return {};
  return { param, ...(reason.startsWith('is missing') && { code: 'missing_required_parameter' }) };
}

function openAiType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}
