import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
} from '@modelcontextprotocol/server';
import type { JsonValue } from '../../../converser/ground/json/json.ts';
import { createConversation } from '../../../converser/words/conversation/conversation.ts';
import type { Access } from '../../guard/client-keys.ts';
import { placeOf } from '../../guard/place-of.ts';
import { createMcpServer } from '../mcp-server.ts';
import type { McpPorts } from '../mcp-server-ports.ts';
import { type Announcements, createOfferFor } from '../offer-for.ts';
import { readRequest } from '../read-request.ts';
import { revocableOffer } from '../revocable-offer.ts';
import { boundedBody } from './bounded-body.ts';
import { refusals, refuse } from './json-rpc-refusal.ts';
import { createListening } from './listening.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** Serves one client over HTTP, in both eras of the protocol; clients share nothing. */
export interface ClientDoor {
  answer(request: Request, body: JsonValue | undefined): Promise<Response>;
  close(): Promise<void>;
}

export function createClientDoor(access: Pick<Access, 'client' | 'revoked'>, mcp: McpPorts): ClientDoor {
  const { client } = access;
  const { host } = mcp.ports;
  const newConversation = () => createConversation(host.ids.next('mcp'));
  // The protocol of 2026 has no sessions: all requests of a client share what tools remember.
  const shared = newConversation();
  const handler = createMcpHandler(
    () => createMcpServer({ ...mcp, client, offer: open, conversation: shared, announcing: 'door' }),
    {
      legacy: 'reject',
      onerror: cause => host.log.debug(`MCP client ${client.name}: ${placeOf(cause)}`),
    },
  );
  const sessions = createSessions({
    createServer: () =>
      createMcpServer({ ...mcp, client, offer: open, conversation: newConversation(), announcing: 'server' }),
    clock: host.clock,
  });
  const offer = createOfferFor(client, mcp, announceTo(handler, sessions));
  const open = revocableOffer(offer, access);
  const listening = createListening(open.updates, {
    clock: host.clock,
    announce: uri => handler.notify.resourceUpdated(uri),
  });

  return {
    async answer(request, written) {
      if (request.method === 'POST' && written === undefined) return refuse(refusals.noBody);
      const read = written === undefined || Array.isArray(written) ? undefined : readRequest(written);
      if (read?.kind === 'refused') return refuse({ ...read, status: 400 });
      const body = read?.message ?? written;
      if (await isLegacyRequest(request, body)) return sessions.answer(request, body);
      const { parsedBody, onEnd } = await listening.begin(body, request.signal);
      try {
        return boundedBody(await handler.fetch(request, { parsedBody }), onEnd);
      } catch (cause) {
        onEnd();
        throw cause;
      }
    },
    async close() {
      offer.dispose();
      listening.dispose();
      await Promise.all([handler.close(), sessions.close()]);
    },
  };
}

function announceTo({ notify }: Pick<McpHttpHandler, 'notify'>, sessions: Sessions): Announcements {
  const toSessions = (send: (server: Server) => Promise<void>) => {
    for (const server of sessions.servers) send(server).catch(ignore);
  };
  return {
    tools() {
      notify.toolsChanged();
      toSessions(server => server.sendToolListChanged());
    },
    resources() {
      notify.resourcesChanged();
      toSessions(server => server.sendResourceListChanged());
    },
    prompts() {
      notify.promptsChanged();
      toSessions(server => server.sendPromptListChanged());
    },
  };
}

const ignore = () => {};
