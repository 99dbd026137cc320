import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import type { JsonValue } from '../../../converser/ground/json/json.ts';
import { createConversation } from '../../../converser/words/conversation/conversation.ts';
import type { Access } from '../../guard/client-keys.ts';
import { placeOf } from '../../guard/place-of.ts';
import { createMcpServer, tellChanged } from '../mcp-server.ts';
import type { McpPorts } from '../mcp-server-ports.ts';
import { createOfferFor } from '../offer-for.ts';
import { readRequest } from '../read-request.ts';
import { revocableOffer } from '../revocable-offer.ts';
import { boundedBody } from './bounded-body.ts';
import { refusals, refuse } from './json-rpc-refusal.ts';
import { createListening } from './listening.ts';
import { createSessions } from './sessions.ts';

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
  const offer = createOfferFor(client, mcp, list => {
    handler.notify[`${list}Changed`]();
    tellChanged(sessions.servers, list);
  });
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
