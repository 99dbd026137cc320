import type { Overflow } from './context-overflow.ts';
import { defined } from './json/defined.ts';
import { waitText } from './wording/numbers.ts';

/**
 * What can go wrong: every code, and what people read. A fault is thrown as a `ConverserError`, which only the factories
 * below make, and those in `conversation/turn-errors.ts`, `ensemble/server-errors.ts` and `workspace/file-errors.ts`. An
 * expected failure travels as `ErrorData` in a stream, or as the `failure` of a result canister.
 */
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
  /** For people: what happened and what to do next. */
  readonly message: string;
  /** For models only: what a model can do about it when one of its calls failed with this. */
  readonly advice?: string;
  /** The same request may succeed later. */
  readonly retryable: boolean;
  /** Milliseconds to wait before that, where the other side said so. */
  readonly retryAfter?: number;
  /** Of a request that is too long: its numbers, as far as the provider tells them. */
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
      `${model} can't be reached: ${sentence(reason)} Check the connection and try again.`,
      { cause, retryable: true },
    ),
  /** The connection was lost in the middle of a reply. */
  modelBrokeOff: (model: string, reason?: string, cause?: unknown) =>
    fault(
      'model-unreachable',
      `The reply from ${model} broke off${reason === undefined ? '.' : `: ${sentence(reason)}`} Check the connection and try again.`,
      { cause, retryable: true },
    ),
  /** The server reports a fault of its own. */
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
      `VS Code didn't let Converser use ${model}. Allow it when VS Code asks, or under “Manage Language Model Access”.`,
    ),
  modelQuota: (model: string, reason: string, retryAfter?: number) =>
    fault(
      'model-quota',
      `${model} isn't accepting more requests for now: ${sentence(reason)} Wait, or choose another model.`,
      { retryable: true, retryAfter },
    ),
  /** Waiting does not help when the account has nothing left to pay with. */
  modelUnpaid: (model: string, reason: string) =>
    fault(
      'model-quota',
      `${model} isn't accepting requests from this account: ${sentence(reason)} Check the plan and credit, or choose another model.`,
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
  /** The provider wants a longer wait than a user would sit through. */
  notBefore: ({ code, message }: ErrorData, retryAfter: number) =>
    fault(code, `${message} Try again in ${waitText(retryAfter)}.`, { retryable: true, retryAfter }),
  modelEmpty: (model: string, reason: string) =>
    fault('model-empty', `${model} ${reason}. Try again, or choose another model.`, { retryable: true }),
  /** The reason says what was too large, and its limit. */
  replyTooLarge: (model: string, reason: string) =>
    fault(
      'reply-too-large',
      `${model} sent too much, so Converser stopped its reply: ${sentence(reason)} Ask for less at once, or choose another model.`,
    ),
  noModel: () => fault('no-model', 'No model is available. Choose one with “Converser: Choose Model”.'),
  notAvailable: (what: string) =>
    fault('not-available', `Not available here: ${what}.`, { advice: 'Do without, or ask the user.' }),
  /** The reason says what to do about it. */
  ensembleFailed: (reason: string) => fault('ensemble-failed', sentence(reason)),
  badArguments: (reason: string) => fault('bad-arguments', sentence(reason)),
  /** `reference` is how the user wrote it. */
  attachmentFailed: (reference: string, reason: string) =>
    fault(
      'attachment-failed',
      `${reference} couldn't be attached, so nothing was sent: ${sentence(reason)} Remove it, or choose another one.`,
    ),
  internal: (cause: unknown) =>
    fault('internal', `Something went wrong inside Converser: ${sentence(reasonOf(cause))}`, { cause }),
};

/** What was caught, as data. Whatever is not one of ours becomes `internal`. */
export function errorData(cause: unknown): ErrorData {
  const { code, message, advice, retryable, retryAfter, overflow } =
    cause instanceof ConverserError ? cause : errors.internal(cause);
  return defined({ code, message, advice, retryable, retryAfter, overflow });
}

/** For the log: the stack of what was thrown, where it has one. */
export function stackOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

/** The plain reason in whatever was thrown, without a stack. */
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
