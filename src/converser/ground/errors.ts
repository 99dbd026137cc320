import type { Overflow } from './context-overflow.ts';
import { defined } from './json/defined.ts';
import { waitText } from './wording/numbers.ts';

/** Only factories make a `ConverserError`. An expected failure travels as `ErrorData` or `failure`. */
export type ErrorCode =
  | 'cancelled'
  | 'model-failed'
  | 'model-unreachable'
  | 'model-not-found'
  | 'model-consent'
  | 'model-quota'
  | 'model-unauthorized'
  | 'model-overloaded'
  | 'model-server-failed'
  | 'model-silent'
  | 'model-suspended'
  | 'model-empty'
  | 'reply-too-large'
  | 'no-model'
  | 'context-overflow'
  | 'round-limit'
  | 'spending-cap'
  | 'key-revoked'
  | 'invocation-aborted'
  | 'turn-open'
  | 'turn-incomplete'
  | 'path-refused'
  | 'file-not-found'
  | 'file-conflict'
  | 'file-unreadable'
  | 'no-workspace'
  | 'search-failed'
  | 'not-available'
  | 'command-not-found'
  | 'ensemble-failed'
  | 'server-unavailable'
  | 'server-lost'
  | 'tool-changed'
  | 'lock-broken'
  | 'sign-in-needed'
  | 'approval-needed'
  | 'sign-in-failed'
  | 'page-refused'
  | 'not-offered'
  | 'server-misdescribed'
  | 'bad-arguments'
  | 'attachment-failed'
  | 'internal';

export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  /** For models: what to do when a call failed with this. */
  readonly advice?: string;
  readonly retryable: boolean;
  /** Milliseconds to wait first, if the other side said so. */
  readonly retryAfter?: number;
  readonly overflow?: Overflow;
}

export class ConverserError extends Error implements ErrorData {
  readonly code: ErrorCode;
  readonly advice?: string;
  readonly retryable: boolean;
  readonly retryAfter?: number;
  readonly overflow?: Overflow;

  constructor(data: ErrorData, cause?: unknown) {
    super(data.message, cause === undefined ? undefined : { cause });
    this.name = 'ConverserError';
    this.code = data.code;
    this.retryable = data.retryable;
    if (data.advice !== undefined) this.advice = data.advice;
    if (data.retryAfter !== undefined) this.retryAfter = data.retryAfter;
    if (data.overflow !== undefined) this.overflow = data.overflow;
  }
}

export const errors = {
  cancelled: () => fault('cancelled', 'Stopped.'),
  modelFailed: (model: string, reason: string, cause?: unknown) =>
    fault('model-failed', `${model} failed: ${sentence(reason)} Try again, or choose another model.`, {
      cause,
    }),
  modelUnreachable: (model: string, reason: string, cause?: unknown) =>
    fault(
      'model-unreachable',
      `${model} can’t be reached: ${sentence(reason)} Check the connection and try again.`,
      { cause, retryable: true },
    ),
  modelBrokeOff: (model: string, reason?: string, cause?: unknown) =>
    fault(
      'model-unreachable',
      `The reply from ${model} broke off${reason === undefined ? '.' : `: ${sentence(reason)}`} Check the connection and try again.`,
      { cause, retryable: true },
    ),
  modelServerFailed: (model: string, reason: string, cause?: unknown) =>
    fault(
      'model-server-failed',
      `The server of ${model} failed: ${sentence(reason)} Try again, or choose another model.`,
      { cause, retryable: true },
    ),
  modelNotFound: (model: string) =>
    fault('model-not-found', `Model ${model} not found. Choose another one with “Converser: Choose Model”.`),
  modelConsent: (model: string) =>
    fault(
      'model-consent',
      `VS Code didn’t let Converser use ${model}. Allow it when VS Code asks, or under “Manage Language Model Access”.`,
    ),
  modelQuota: (model: string, reason: string, retryAfter?: number) =>
    fault(
      'model-quota',
      `${model} isn’t accepting more requests for now: ${sentence(reason)} Wait, or choose another model.`,
      { retryable: true, retryAfter },
    ),
  /** Waiting doesn't help when the account has no credit left. */
  modelUnpaid: (model: string, reason: string) =>
    fault(
      'model-quota',
      `${model} isn’t accepting requests from this account: ${sentence(reason)} Check the plan and credit, or choose another model.`,
    ),
  /** The reason must hold nothing of the key: some providers quote it. */
  modelUnauthorized: (model: string, reason?: string, cause?: unknown) =>
    fault(
      'model-unauthorized',
      `${model} rejected the API key, or none is set${reason === undefined ? '.' : `: ${sentence(reason)}`} Set a key with access to this model.`,
      { cause },
    ),
  modelOverloaded: (model: string, reason: string, retryAfter?: number) =>
    fault('model-overloaded', `${model} is overloaded: ${sentence(reason)} Wait, or choose another model.`, {
      retryable: true,
      retryAfter,
    }),
  modelSilent: (model: string, silence: number) =>
    fault(
      'model-silent',
      `${model} sent nothing for ${waitText(silence)}, so Converser closed the connection. Try again, or choose another model.`,
      { retryable: true },
    ),
  modelSuspended: (model: string, retryAfter: number) =>
    fault(
      'model-suspended',
      `${model} keeps failing, so requests are paused for ${waitText(retryAfter)}. Try again then, or choose another model.`,
      { retryable: true, retryAfter },
    ),
  notBefore: ({ code, message }: ErrorData, retryAfter: number) =>
    fault(code, `${message} Try again in ${waitText(retryAfter)}.`, { retryable: true, retryAfter }),
  modelEmpty: (model: string, reason: string) =>
    fault('model-empty', `${model} ${reason}. Try again, or choose another model.`, { retryable: true }),
  replyTooLarge: (model: string, reason: string) =>
    fault(
      'reply-too-large',
      `${model} sent too much, so Converser stopped its reply: ${sentence(reason)} Ask for less at once, or choose another model.`,
    ),
  noModel: () => fault('no-model', 'No model is available. Choose one with “Converser: Choose Model”.'),
  notAvailable: (what: string) =>
    fault('not-available', `Not available here: ${what}.`, { advice: 'Do without, or ask the user.' }),
  ensembleFailed: (reason: string) => fault('ensemble-failed', sentence(reason)),
  badArguments: (reason: string) => fault('bad-arguments', sentence(reason)),
  attachmentFailed: (reference: string, reason: string) =>
    fault(
      'attachment-failed',
      `${reference} couldn’t be attached, so nothing was sent: ${sentence(reason)} Remove it, or choose another one.`,
    ),
  internal: (cause: unknown) =>
    fault('internal', `Something went wrong inside Converser: ${sentence(reasonOf(cause))}`, { cause }),
};

/** Anything that isn't one of our errors becomes `internal`. */
export function errorData(cause: unknown): ErrorData {
  const { code, message, advice, retryable, retryAfter, overflow } =
    cause instanceof ConverserError ? cause : errors.internal(cause);
  return defined({ code, message, advice, retryable, retryAfter, overflow });
}

export function stackOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

export function reasonOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message || cause.name;
  if (typeof cause === 'string' && cause.trim() !== '') return cause;
  const message =
    typeof cause === 'object' && cause !== null && 'message' in cause ? cause.message : undefined;
  return typeof message === 'string' && message !== '' ? message : 'unknown reason';
}

interface More {
  readonly cause?: unknown;
  readonly advice?: string | undefined;
  readonly retryable?: boolean;
  readonly retryAfter?: number | undefined;
  readonly overflow?: Overflow;
}

export function fault(code: ErrorCode, message: string, more: More = {}) {
  const { cause, advice, retryable = false, retryAfter, overflow } = more;
  return new ConverserError(defined({ code, message, advice, retryable, retryAfter, overflow }), cause);
}

export function sentence(reason: string): string {
  const trimmed = reason.trim() || 'unknown reason';
  return /[.!?…”"]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

export function quoted(path: string): string {
  return JSON.stringify(path);
}
