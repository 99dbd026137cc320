import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { ConverserError, errors, reasonOf } from '../../../converser/errors.ts';
import type { ServerConnection } from './server-connection.ts';

export interface Explained {
  readonly fault: Error;
  /** The connection is of no use any more. */
  readonly isLost: boolean;
  /** The server refused the request unread, because it does not know the session any more. */
  readonly isForgotten: boolean;
}

export interface ExplainFailureOptions {
  readonly server: string;
  readonly connection: Pick<ServerConnection, 'client'>;
  /** How the connection ended, where it did and that is known. */
  readonly ended: string;
}

/** Tells a connection that broke, a door that is shut, and a server that said no. */
export function explainFailure(
  cause: unknown,
  { server, connection, ended }: ExplainFailureOptions,
): Explained {
  const standing = (fault: Error): Explained => ({ fault, isLost: false, isForgotten: false });
  if (cause instanceof ConverserError || cause instanceof ProtocolError) return standing(cause);
  if (cause instanceof UnauthorizedError || (cause instanceof SdkHttpError && isShut(cause.status))) {
    return standing(errors.serverUnavailable(server, sayFailure(cause), cause));
  }
  const isForgotten = cause instanceof SdkHttpError && saysUnknown(cause) && hasSession(connection);
  if (isForgotten || isBroken(cause)) {
    return { fault: errors.serverLost(server, ended || sayFailure(cause), cause), isLost: true, isForgotten };
  }
  if (cause instanceof SdkHttpError)
    return standing(errors.serverUnavailable(server, sayFailure(cause), cause));
  return standing(cause instanceof Error ? cause : new Error(reasonOf(cause)));
}

/**
 * Whether a server does not know the session, in which it is. The specification wants a 404; the reference server, and
 * whoever was made after its example, answer 400 and say so.
 */
function saysUnknown({ status, data: { text } }: SdkHttpError): boolean {
  return status === 404 || (status === 400 && noSession.test(String(text)));
}

/** A session that is spoken of otherwise may be one of the server's own, as an argument of a call. */
const noSession =
  /\bsession[ -]?id\b|\b(no|unknown|invalid|expired) session\b|\bsession (not found|expired)\b/i;

/** Over HTTP with SSE there always is one, which the address of messages tells. */
function hasSession({ client: { transport } }: Pick<ServerConnection, 'client'>): boolean {
  return transport?.sessionId !== undefined || transport instanceof SSEClientTransport;
}

/** Why no answer came, for people. The library tells what was answered, and seldom that it was refused. */
export function sayFailure(cause: unknown): string {
  if (cause instanceof UnauthorizedError) return 'It wants to be authorized.';
  if (cause instanceof SdkHttpError) {
    const { status } = cause;
    const refused = `It answered with the status ${status} of HTTP`;
    if (isShut(status)) return `It wants to be authorized. ${refused}.`;
    const said = wordsOf(cause);
    return said === '' ? refused : `${refused}: ${said}`;
  }
  const reached = unreached(cause);
  return reached === undefined ? reasonOf(cause) : `It cannot be reached: ${reached}`;
}

/**
 * What a server says when it refuses, in one line, for it stands in lists and logs. Of a page for browsers, as those
 * send who pass requests on, nothing is left but what its status is called.
 */
function wordsOf({ message, statusText = '', data: { text } }: SdkHttpError): string {
  const isPage = typeof text === 'string' && /^\s*</.test(text) && message.endsWith(text);
  const line = (isPage ? statusText : message).replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > longestWords ? `${line.slice(0, longestWords).toWellFormed()}…` : line;
}

/** Characters. */
const longestWords = 500;

/** Why `fetch` reached nobody: Node says only "fetch failed", and keeps the reason in what caused it. */
function unreached(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || cause.cause === undefined) return undefined;
  return cause instanceof TypeError ? reasonOf(cause.cause) : unreached(cause.cause);
}

/** Whether there is nobody left to answer, also where the end of the connection has not come through yet. */
export function hasEnded(cause: unknown): boolean {
  return cause instanceof SdkError && endedCodes.has(cause.code);
}

const endedCodes: ReadonlySet<SdkErrorCode> = new Set([
  SdkErrorCode.ConnectionClosed,
  SdkErrorCode.NotConnected,
]);

/** Whether an answer of HTTP is that of a door that is shut. */
export function isShut(status: number): boolean {
  return status === 401 || status === 403;
}

/** `fetch` throws a `TypeError` when it reaches nobody. */
function isBroken(cause: unknown): boolean {
  const isUnsent = cause instanceof SdkError && cause.code === SdkErrorCode.SendFailed;
  return isUnsent || hasEnded(cause) || cause instanceof TypeError;
}
