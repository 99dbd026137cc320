import { defined } from './json/defined.ts';
import { waitText } from './wording/numbers.ts';

/**
 * The catalogue of what can go wrong: every code, every message. A fault is thrown as a `ConverserError` that
 * only the factories below make; an expected failure travels as `ErrorData` in a stream, or as the `failure`
 * of a result canister.
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
  | 'model-silent'
  | 'model-suspended'
  | 'model-empty'
  | 'no-model'
  | 'round-limit'
  | 'spending-cap'
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
  /** Milliseconds to wait before that, where whoever refused said so. */
  readonly retryAfter?: number;
}

export class ConverserError extends Error implements ErrorData {
  readonly code: ErrorCode;
  readonly advice?: string;
  readonly retryable: boolean;
  readonly retryAfter?: number;

  constructor(data: ErrorData, cause?: unknown) {
    super(data.message, cause === undefined ? undefined : { cause });
    this.name = 'ConverserError';
    this.code = data.code;
    this.retryable = data.retryable;
    if (data.advice !== undefined) this.advice = data.advice;
    if (data.retryAfter !== undefined) this.retryAfter = data.retryAfter;
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
      `${model} cannot be reached: ${sentence(reason)} Check the connection and try again.`,
      {
        cause,
        retryable: true,
      },
    ),
  modelNotFound: (model: string) =>
    fault(
      'model-not-found',
      `There is no model ${model}. Choose another one with “Converser: Choose Model”.`,
    ),
  modelConsent: (model: string) =>
    fault(
      'model-consent',
      `VS Code did not let Converser use ${model}. Allow it when VS Code asks, or under “Manage Language Model Access”.`,
    ),
  modelQuota: (model: string, reason: string, retryAfter?: number) =>
    fault(
      'model-quota',
      `${model} refuses more requests for now: ${sentence(reason)} Wait, or choose another model.`,
      { retryable: true, retryAfter },
    ),
  /** Waiting does not help whoever has nothing left to pay with. */
  modelUnpaid: (model: string, reason: string) =>
    fault(
      'model-quota',
      `${model} takes no more requests of this account: ${sentence(reason)} See to its plan and credit, or choose another model.`,
    ),
  /** Without what the server answered: some of them quote the key. */
  modelUnauthorized: (model: string, cause?: unknown) =>
    fault(
      'model-unauthorized',
      `${model} does not accept the key, or there is none. Set one that may use this model.`,
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
      `Nothing came from ${model} for ${waitText(silence)}, so the connection was closed. Try again, or choose another model.`,
      { retryable: true },
    ),
  modelSuspended: (model: string, retryAfter: number) =>
    fault(
      'model-suspended',
      `${model} kept failing and is left alone for now. It may be asked again in ${waitText(retryAfter)}; until then, choose another model.`,
      { retryable: true, retryAfter },
    ),
  /** Whoever refused wants a longer wait than anybody sits through. */
  notBefore: ({ code, message }: ErrorData, retryAfter: number) =>
    fault(code, `${message} It may be asked again in ${waitText(retryAfter)}.`, {
      retryable: true,
      retryAfter,
    }),
  modelEmpty: (model: string, reason: string) =>
    fault('model-empty', `${model} ${reason}. Try again, or choose another model.`, { retryable: true }),
  noModel: () => fault('no-model', 'No model is available. Choose one with “Converser: Choose Model”.'),
  roundLimit: (rounds: number) =>
    fault(
      'round-limit',
      `No final answer after ${rounds} rounds, so the turn was rolled back. Ask for less at once, or raise the setting converser.roundLimit.`,
    ),
  /** `would` and `cap` are amounts as people read them, `setting` is where the cap stands. */
  spendingCap: ({ scope, would, cap, setting }: CapTold) =>
    fault(
      'spending-cap',
      `With one more request, this ${scope} would come to ${would}: more than its cap of ${cap}. Nothing was sent. Ask for less, or raise ${setting}.`,
    ),
  spendingUnknown: (model: string, { scope, cap, setting }: Omit<CapTold, 'would'>) =>
    fault(
      'spending-cap',
      `Nobody knows what ${model} costs, so the cap of ${cap} for this ${scope} cannot be kept. Nothing was sent. Give the model a price with “Converser: Edit Models and Prices”, or remove ${setting}.`,
    ),
  invocationAborted: (invoker: string, reason: string) =>
    fault(
      'invocation-aborted',
      `${invoker} failed, and its descriptor says on_failure = "abort": ${sentence(reason)}`,
    ),
  turnOpen: () =>
    fault('turn-open', 'This conversation is still answering. Wait for the answer, or stop it first.'),
  turnIncomplete: (invocationId: string) =>
    fault('turn-incomplete', `A turn cannot be committed: invocation ${invocationId} has no single result.`),
  pathRefused: (path: string, reason: string) =>
    fault('path-refused', `The path ${quoted(path)} is refused: ${sentence(reason)}`),
  fileNotFound: (path: string, similar: readonly string[] = []) =>
    fault(
      'file-not-found',
      similar.length === 0
        ? `There is no ${quoted(path)}. Look with list_directory or find_files.`
        : `There is no ${quoted(path)}. Did you mean ${similar.map(quoted).join(' or ')}?`,
    ),
  fileConflict: (path: string, reason: string) =>
    fault('file-conflict', `${quoted(path)} was left as it is: ${sentence(reason)}`),
  fileUnreadable: (path: string, reason: string) =>
    fault('file-unreadable', `${quoted(path)} cannot be shown as text: ${sentence(reason)}`),
  noWorkspace: () => fault('no-workspace', 'No folder is open. Open one, then try again.'),
  searchFailed: (reason: string) => fault('search-failed', `The search failed: ${sentence(reason)}`),
  notAvailable: (what: string) =>
    fault('not-available', `${what} not available here. Do without, or ask the user.`),
  commandNotFound: (command: string, remedy: string) =>
    fault(
      'command-not-found',
      `The command ${quoted(command)} was found neither on this program's PATH nor on the login shell's. ${remedy}, or write the full path of the program.`,
    ),
  /** The reason says what to do about it. */
  ensembleFailed: (reason: string) => fault('ensemble-failed', sentence(reason)),
  serverUnavailable: (server: string, reason: string, cause?: unknown) =>
    fault('server-unavailable', `The server ${server} is not available: ${sentence(reason)}`, { cause }),
  /** For what may be asked again without harm: lists, prompts, resources. */
  serverSilent: (server: string, silence: number) =>
    fault(
      'server-unavailable',
      `The server ${server} has not answered within ${waitText(silence)}, and is not waited for any longer. Try again later.`,
      { retryable: true },
    ),
  /** Whether the call was carried out is not known, so only an idempotent one may be made again. */
  serverLost: (server: string, reason: string, cause?: unknown) =>
    fault(
      'server-lost',
      `The connection to the server ${server} was lost during the call, which may have been carried out or not: ${sentence(reason)} The next call starts it anew.`,
      { cause, retryable: true },
    ),
  toolChanged: (tool: string) =>
    fault(
      'tool-changed',
      `${tool} is no longer what was offered: its server has changed or withdrawn it. Look at the tools again before calling it.`,
    ),
  /** `place` is the key in the server's description. What it came to is never told: it may be a secret. */
  serverValue: (server: string, place: string, problem: string) =>
    fault('server-misdescribed', `${place} of the server ${server}: ${sentence(problem)}`),
  /** `help` is a sentence that says what helps where nobody can sign in. */
  signInNeeded: (server: string, help = 'Sign in to it, then try again.') =>
    fault('sign-in-needed', `The server ${server} wants somebody to sign in. ${help}`),
  signInFailed: (server: string, reason: string) =>
    fault('sign-in-failed', `Nobody was signed in to the server ${server}: ${sentence(reason)}`),
  pageRefused: (address: string) =>
    fault(
      'page-refused',
      `The address ${quoted(address)} is not opened: only pages at http and https addresses are, and none that carry a name or a password.`,
    ),
  /** `what` is what was asked of it, such as “prompts”. */
  notOffered: (server: string, what: string) =>
    fault('not-offered', `The server ${server} does not offer ${what}.`),
  /** The reason says what to do about it. */
  lockBroken: (reason: string) => fault('lock-broken', sentence(reason)),
  badArguments: (reason: string) => fault('bad-arguments', sentence(reason)),
  /** `reference` is how the person wrote it. */
  attachmentFailed: (reference: string, reason: string) =>
    fault(
      'attachment-failed',
      `${reference} could not be attached, so nothing was sent: ${sentence(reason)} Take it out, or choose another one.`,
    ),
  internal: (cause: unknown) =>
    fault('internal', `Something in Converser went wrong: ${sentence(reasonOf(cause))}`, { cause }),
};

/** What was caught, as data. Whatever is not one of ours becomes `internal`. */
export function errorData(cause: unknown): ErrorData {
  const { code, message, advice, retryable, retryAfter } =
    cause instanceof ConverserError ? cause : errors.internal(cause);
  return defined({ code, message, advice, retryable, retryAfter });
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

interface CapTold {
  readonly scope: 'turn' | 'conversation';
  readonly would: string;
  readonly cap: string;
  readonly setting: string;
}

interface More {
  readonly cause?: unknown;
  readonly advice?: string | undefined;
  readonly retryable?: boolean;
  readonly retryAfter?: number | undefined;
}

function fault(code: ErrorCode, message: string, more: More = {}) {
  const { cause, advice, retryable = false, retryAfter } = more;
  return new ConverserError(defined({ code, message, advice, retryable, retryAfter }), cause);
}

function sentence(reason: string): string {
  const trimmed = reason.trim() || 'unknown reason';
  return /[.!?…”"]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

function quoted(path: string): string {
  return JSON.stringify(path);
}
