import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { causesOf, ownError } from '../../../converser/ground/causes.ts';
import { ConverserError, reasonOf } from '../../../converser/ground/errors.ts';
import { shortened } from '../../../converser/ground/wording/cut-text.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { invalidAnswerText } from './invalid-answer.ts';
import type { ServerConnection } from './server-connection.ts';

export interface Explained {
  readonly fault: Error;
  readonly isLost: boolean;
  /** The server refused the request unread, because it no longer knows the session. */
  readonly isForgotten: boolean;
}

export interface ExplainFailureOptions {
  readonly server: string;
  readonly connection: Pick<ServerConnection, 'client'>;
  readonly ended: string;
}

export function explainFailure(
  cause: unknown,
  { server, connection, ended }: ExplainFailureOptions,
): Explained {
  const standing = (fault: Error): Explained => ({ fault, isLost: false, isForgotten: false });
  if (cause instanceof ConverserError || cause instanceof ProtocolError) return standing(cause);
  const isForgotten = cause instanceof SdkHttpError && isSessionUnknown(cause) && hasSession(connection);
  if (isForgotten || isBroken(cause)) {
    return {
      fault: serverErrors.serverLost(server, ended || failureText(cause), cause),
      isLost: true,
      isForgotten,
    };
  }
  if (cause instanceof SdkHttpError || cause instanceof UnauthorizedError)
    return standing(serverErrors.serverUnavailable(server, failureText(cause), cause));
  const invalid = invalidAnswerText(cause);
  if (invalid !== undefined)
    return standing(new Error(`MCP server ${server} can’t be understood. ${invalid}`, { cause }));
  return standing(cause instanceof Error ? cause : new Error(reasonOf(cause)));
}

/** The specification prescribes 404; the reference server and its descendants answer 400 with a message. */
function isSessionUnknown({ status, data: { text } }: SdkHttpError): boolean {
  return status === 404 || (status === 400 && noSession.test(String(text)));
}

/** Other words about a session may mean one of the server's own, for example in an argument of a call. */
const noSession =
  /\bsession[ -]?id\b|\b(no|unknown|invalid|expired) session\b|\bsession (not found|expired)\b/i;

/** Over HTTP with SSE the address for messages contains the session. */
function hasSession({ client: { transport } }: Pick<ServerConnection, 'client'>): boolean {
  return transport?.sessionId !== undefined || transport instanceof SSEClientTransport;
}

/** The library quotes the answer, but seldom says that it is a refusal. */
export function failureText(cause: unknown): string {
  if (cause instanceof UnauthorizedError) return 'It requires authorization.';
  if (cause instanceof SdkHttpError) {
    const { status } = cause;
    const refused = `It answered with HTTP status ${status}`;
    if (isUnauthorized(status)) return `It requires authorization. ${refused}.`;
    const said = messageOf(cause);
    return said === '' ? refused : `${refused}: ${said}`;
  }
  if (cause instanceof SdkError && cause.code === SdkErrorCode.EraNegotiationFailed && cause.cause)
    return failureText(cause.cause);
  const said = ownError(cause)?.message ?? invalidAnswerText(cause);
  if (said !== undefined) return said;
  const reached = unreached(cause);
  return reached === undefined ? reasonOf(cause) : `It can’t be reached: ${reached}`;
}

/** It is one line for lists and logs. An HTML page, as proxies send it, becomes the name of its status. */
function messageOf({ message, statusText = '', data: { text } }: SdkHttpError): string {
  const isPage = typeof text === 'string' && /^\s*</.test(text) && message.endsWith(text);
  const line = (isPage ? statusText : message).replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return shortened(line, longestMessage);
}

const longestMessage = 500;

/** Node says only "fetch failed" and keeps the reason in the `cause`. */
function unreached(cause: unknown): string | undefined {
  const failed = causesOf(cause).find(each => each instanceof TypeError && each.cause !== undefined);
  return failed instanceof TypeError ? reasonOf(failed.cause) : undefined;
}

export function hasEnded(cause: unknown): boolean {
  return cause instanceof SdkError && endedCodes.has(cause.code);
}

const endedCodes: ReadonlySet<SdkErrorCode> = new Set([
  SdkErrorCode.ConnectionClosed,
  SdkErrorCode.NotConnected,
]);

export function isUnauthorized(status: number): boolean {
  return status === 401 || status === 403;
}

/** `fetch` throws a `TypeError` when it reaches no server. */
function isBroken(cause: unknown): boolean {
  const isUnsent = cause instanceof SdkError && cause.code === SdkErrorCode.SendFailed;
  return isUnsent || hasEnded(cause) || cause instanceof TypeError;
}
