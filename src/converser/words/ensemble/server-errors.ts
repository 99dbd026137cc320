import { fault, quoted, sentence } from '../../ground/errors.ts';
import { bytesText, waitText } from '../../ground/wording/numbers.ts';

export const serverErrors = {
  commandNotFound: (command: string, remedy: string) =>
    fault(
      'command-not-found',
      `The command ${quoted(command)} is not on the PATH of this program or of your login shell. ${remedy}, or use the full path of the program.`,
    ),
  commandUnusable: (command: string, reason: string, remedy: string) =>
    fault('command-not-found', `The command ${quoted(command)} can’t start: ${sentence(reason)} ${remedy}`),
  serverUnavailable: (server: string, reason: string, cause?: unknown) =>
    fault('server-unavailable', `MCP server ${server} is not available: ${sentence(reason)}`, { cause }),
  approvalNeeded: (server: string, reason: string) =>
    fault('approval-needed', `MCP server ${server} needs your approval to start. ${reason}`, {
      advice: 'Do without it, or ask the user to approve it.',
    }),
  notAnswered: (reason: string, cause?: unknown) =>
    fault('server-unavailable', reason, { retryable: true, cause }),
  serverSilent: (server: string, silence: number) =>
    fault('server-unavailable', `${server} didn’t answer within ${waitText(silence)}. Try again later.`, {
      retryable: true,
    }),
  /** Only an idempotent call may be repeated: the server may have carried out this one. */
  serverLost: (server: string, reason: string, cause?: unknown) =>
    fault(
      'server-lost',
      `The connection to MCP server ${server} was lost during the call, which may or may not have been carried out: ${sentence(reason)} The next call restarts the server.`,
      { cause, retryable: true },
    ),
  messageTooLarge: (server: string, limit: number) =>
    fault(
      'reply-too-large',
      `The reply of MCP server ${server} is larger than ${bytesText(limit)}, so Converser stopped reading it.`,
      { advice: 'Ask for less at once.' },
    ),
  toolChanged: (tool: string) =>
    fault('tool-changed', `${tool} is no longer what was offered: its server changed or withdrew it.`, {
      advice: 'Look at the tools again before you call it.',
    }),
  /** `place` is the key in the server's definition. The value is left out: it may be a secret. */
  serverValue: (server: string, place: string, problem: string) =>
    fault('server-misdescribed', `${place} of MCP server ${server}: ${sentence(problem)}`),
  signInNeeded: (server: string, help = 'Sign in, then try again.') =>
    fault('sign-in-needed', `${server} requires you to sign in. ${help}`),
  signInFailed: (server: string, reason: string) =>
    fault('sign-in-failed', `Sign-in to ${server} failed: ${sentence(reason)}`),
  signInTimedOut: (server: string) => fault('sign-in-failed', `Sign-in to ${server} timed out.`),
  pageRefused: (address: string) =>
    fault(
      'page-refused',
      `Converser doesn’t open ${quoted(address)}: only http and https addresses without a user name or password.`,
    ),
  notOffered: (server: string, what: string) =>
    fault('not-offered', `MCP server ${server} doesn’t offer ${what}.`),
  lockBroken: (reason: string) => fault('lock-broken', sentence(reason)),
};
