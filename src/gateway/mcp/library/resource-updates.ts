import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import type { Ensemble } from '../../../converser/words/ensemble/ensemble.ts';
import { conversationIdIn } from '../conversations/conversation-uri.ts';
import type { Owners } from './owners.ts';

export interface ResourceUpdates {
  areOffered(): boolean;
  /** Calls `onUpdate` until disposed or the MCP server ends. Rejects with an error for the client if it can't. */
  watch(uri: string, watching: Watching): Promise<Disposable>;
}

export interface Watching {
  readonly onUpdate: () => void;
  readonly signal: AbortSignal;
}

export function createResourceUpdates(
  owners: Pick<Owners, 'ofResource'>,
  open: () => readonly Ensemble[],
): ResourceUpdates {
  return {
    areOffered: () => open().some(({ watchResource }) => watchResource !== undefined),
    async watch(uri, { onUpdate, signal }) {
      if (conversationIdIn(uri) !== undefined) throw notAnnounced(uri);
      const { own, watchResource } = await owners.ofResource(uri, signal);
      if (watchResource === undefined) throw notAnnounced(uri);
      return watchResource(own, onUpdate, signal);
    },
  };
}

function notAnnounced(uri: string): ProtocolError {
  const message = `params.uri: changes of ${uri} are not announced. Read it again instead.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
