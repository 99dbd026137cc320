import { type ErrorCode, type ErrorData, errorData } from '../converser/errors.ts';
import { defined } from '../converser/json/defined.ts';

/** Why a request gets no answer. */
export interface Refusal {
  /** The HTTP status. */
  readonly status: number;
  /** What programs tell it by. */
  readonly code: string;
  /** For people: what is wrong and what to do. */
  readonly message: string;
  /** Milliseconds after which the same request may succeed. */
  readonly retryAfter?: number;
}

export const refusals = {
  wrongHost: (): Refusal => ({
    status: 421,
    code: 'wrong-host',
    message: 'Call Converser by a name of this machine, such as http://127.0.0.1 or http://localhost.',
  }),
  fromPage: (): Refusal => ({
    status: 403,
    code: 'wrong-origin',
    message: 'Web pages may not use Converser. Send the request from a program, without an Origin header.',
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
  noRoute: (method: string, path: string): Refusal => ({
    status: 404,
    code: 'no-route',
    message: `${method} ${path} is not offered. GET /openapi.json lists what is.`,
  }),
  badBody: (reason: string): Refusal => ({ status: 400, code: 'bad-arguments', message: reason }),
  ofError: (cause: unknown): Refusal => ofData(errorData(cause)),
  ofData,
};

/** What failed behind the door, as HTTP says it. */
function ofData({ code, message, retryable, retryAfter }: ErrorData): Refusal {
  // A quota that waiting does not restore is still a 429: clients know no better status.
  const status = statuses[code] ?? (retryable ? 503 : 500);
  return defined({ status, code, message, retryAfter });
}

/** What is not here is our own fault: 500. */
const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  'bad-arguments': 400,
  'model-consent': 403,
  'model-not-found': 404,
  'model-quota': 429,
  'spending-cap': 429,
  cancelled: 499,
  'model-failed': 502,
  'model-empty': 502,
  'model-unauthorized': 502,
  'model-unreachable': 502,
  'model-overloaded': 503,
  'model-suspended': 503,
  'no-model': 503,
  'model-silent': 504,
};

/** The refusal in the shape that the caller's kind of client reads: Anthropic's, or else OpenAI's. */
export function refusalFor(request: Request, refusal: Refusal): Response {
  const { status, code, message, retryAfter } = refusal;
  const body = isAnthropic(request)
    ? { type: 'error', error: { type: anthropicType(status), message } }
    : { error: { message, type: openAiType(status), param: null, code } };
  const headers = defined({
    'retry-after': retryAfter === undefined ? undefined : String(Math.ceil(retryAfter / 1000)),
  });
  return Response.json(body, { status, headers });
}

/** By the path where only one of them has it, and else by the header that only Anthropic's clients send. */
function isAnthropic(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return /^\/v1\/messages(\/|$)/.test(pathname) || request.headers.has('anthropic-version');
}

function anthropicType(status: number): string {
  const types: Readonly<Record<number, string>> = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    413: 'request_too_large',
    429: 'rate_limit_error',
    503: 'overloaded_error',
    504: 'timeout_error',
  };
  return types[status] ?? 'api_error';
}

function openAiType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}
