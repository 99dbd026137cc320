import type { APIError } from '@anthropic-ai/sdk';
import { ConverserError, errors, reasonOf } from '../../converser/errors.ts';
import type { Connection } from '../wire/connection.ts';

interface Place {
  readonly connection: Connection;
  /** What the model, or whoever was asked, is called. */
  readonly label: string;
}

/** Whatever a request of the SDK threw, as one of ours, without a secret in it. */
export async function modelFault(cause: unknown, { connection, label }: Place): Promise<ConverserError> {
  const own = ownFault(cause);
  if (own !== undefined) return own;
  const { APIError, APIConnectionError } = await import('@anthropic-ai/sdk');
  const reason = await withoutSecrets(reasonIn(cause), connection);
  if (cause instanceof APIError && !(cause instanceof APIConnectionError)) {
    return refusal(cause, label, reason);
  }
  return isNetworkFault(cause) || cause instanceof APIConnectionError
    ? errors.modelUnreachable(label, reason)
    : errors.modelFailed(label, reason);
}

/** Ours may be wrapped: the SDK says only "Connection error." of what its `fetch` throws. */
function ownFault(cause: unknown): ConverserError | undefined {
  if (cause instanceof ConverserError) return cause;
  return cause instanceof Error && cause.cause !== undefined ? ownFault(cause.cause) : undefined;
}

function refusal(error: APIError, label: string, reason: string): ConverserError {
  const retryAfter = readRetryAfter(error.headers);
  switch (error.status ?? statusOf(error.type)) {
    case 401:
    case 403:
      return errors.modelUnauthorized(label);
    case 402:
      return errors.modelUnpaid(label, reason);
    case 404:
      return errors.modelNotFound(label);
    case 429:
      return errors.modelQuota(label, reason, retryAfter);
    case 502:
    case 503:
    case 529:
      return errors.modelOverloaded(label, reason, retryAfter);
    case 408:
    case 500:
    case 504:
      return errors.modelUnreachable(label, reason);
    default:
      return errors.modelFailed(label, reason);
  }
}

/** An error in the middle of a stream has a kind only. */
function statusOf(type: string | null): number {
  switch (type) {
    case 'authentication_error':
      return 401;
    case 'permission_error':
      return 403;
    case 'billing_error':
      return 402;
    case 'not_found_error':
      return 404;
    case 'rate_limit_error':
      return 429;
    case 'overloaded_error':
      return 529;
    case 'api_error':
      return 500;
    case 'timeout_error':
      return 504;
    default:
      return 400;
  }
}

/** Milliseconds, from seconds or a date. */
function readRetryAfter(headers: Headers | undefined): number | undefined {
  const exact = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (exact >= 0) return exact;
  const written = headers?.get('retry-after') ?? '';
  const milliseconds = /^[\d.]+$/.test(written)
    ? Number.parseFloat(written) * 1000
    : Date.parse(written) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, Math.round(milliseconds)) : undefined;
}

/** What is at the bottom of it: the SDK and `fetch` wrap what really happened. */
function reasonIn(cause: unknown): string {
  const said = (cause as Partial<APIError> | null | undefined)?.apiMessage;
  if (typeof said === 'string' && said !== '') return said;
  const inner = cause instanceof Error ? cause.cause : undefined;
  return inner === undefined ? reasonOf(cause) : reasonIn(inner);
}

function isNetworkFault(cause: unknown): boolean {
  return cause instanceof TypeError && /terminated|fetch failed|network/i.test(cause.message);
}

async function withoutSecrets(reason: string, { key, headers = {} }: Connection): Promise<string> {
  const stored = await key().catch(() => undefined);
  const secrets = [stored?.trim(), ...Object.values(headers)].filter(secret => secret && secret.length >= 8);
  return secrets.reduce<string>((text, secret) => text.replaceAll(secret ?? '', '…'), reason);
}
