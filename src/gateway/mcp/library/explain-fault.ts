import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { ConverserError, reasonOf } from '../../../converser/ground/errors.ts';
import type { Log } from '../../../converser/ground/ports.ts';
import { placeOf } from '../../guard/place-of.ts';

/** Most codes of an MCP server behind would say something about this one: that it lacks a method, or wants a capability. */
export function explainFault(cause: unknown, log: Pick<Log, 'error'>): ProtocolError {
  const code = codeOf(cause);
  // The server library and the client library have different error classes.
  if (code === ProtocolErrorCode.InvalidParams || code === ProtocolErrorCode.ResourceNotFound)
    return cause instanceof ProtocolError
      ? cause
      : new ProtocolError(ProtocolErrorCode.InvalidParams, reasonOf(cause));
  if (cause instanceof ConverserError || code !== undefined)
    return new ProtocolError(ProtocolErrorCode.InternalError, reasonOf(cause));
  log.error(placeOf(cause));
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    'Failed inside Converser. See its log for details.',
  );
}

/**
 * MCP servers use four codes for a missing resource; where they list none such, every refusal means it.
 * https://modelcontextprotocol.io/seps/2164-resource-not-found-error
 */
export function explainUnread(
  cause: unknown,
  { uri, isListed }: { readonly uri: string; readonly isListed: boolean },
): unknown {
  const code = codeOf(cause);
  const isMissing =
    code === ProtocolErrorCode.InvalidParams ||
    code === ProtocolErrorCode.ResourceNotFound ||
    (!isListed && typeof code === 'number');
  return isMissing ? new ResourceNotFoundError(uri, reasonOf(cause)) : cause;
}

/** The protocol's errors have numbers, the client library's words. */
function codeOf(cause: unknown): string | number | undefined {
  if (!(cause instanceof Error) || !('code' in cause)) return undefined;
  return typeof cause.code === 'number' || typeof cause.code === 'string' ? cause.code : undefined;
}
