import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { createConversation } from '../../../converser/conversation/conversation.ts';
import type { JsonValue } from '../../../converser/json/json.ts';
import type { Access } from '../../guard/client-keys.ts';
import { placeOf } from '../../guard/place-of.ts';
import type { McpPorts } from '../mcp-ports.ts';
import { createMcpServer } from '../mcp-server.ts';
import { revocableTools } from '../tools/revocable-tools.ts';
import { onToolsChanged } from '../tools/tool-changes.ts';
import { createToolsFor } from '../tools-for.ts';
import { boundedBody } from './bounded-body.ts';
import { refusals, refuse } from './json-rpc-refusal.ts';
import { createSessions } from './sessions.ts';

/** What one client reaches over HTTP, in both eras of the protocol. Nothing of it is shared with other clients. */
export interface ClientDoor {
  /** @param body parsed; `undefined` if there is none */
  answer(request: Request, body: JsonValue | undefined): Promise<Response>;
  close(): Promise<void>;
}

export function createClientDoor(access: Pick<Access, 'client' | 'revoked'>, mcp: McpPorts): ClientDoor {
  const { client } = access;
  const { roster, host } = mcp.ports;
  const tools = revocableTools(createToolsFor(client, mcp), access);
  const newConversation = () => createConversation(host.ids.next('mcp'));
  // The protocol of 2026 has no sessions: all requests of a client share what tools remember.
  const shared = newConversation();
  const handler = createMcpHandler(() => createMcpServer({ ...mcp, client, tools, conversation: shared }), {
    legacy: 'reject',
    onerror: cause => host.log.debug(`MCP client ${client.name}: ${placeOf(cause)}`),
  });
  const sessions = createSessions({
    createServer: () => createMcpServer({ ...mcp, client, tools, conversation: newConversation() }),
    clock: host.clock,
  });
  const ignore = () => {};
  const toolChanges = onToolsChanged(roster, host.clock, () => {
    handler.notify.toolsChanged();
    for (const server of sessions.servers) server.sendToolListChanged().catch(ignore);
  });
  const conversationChanges = mcp.kept.onDidChange(name => {
    if (name !== client.name) return;
    handler.notify.resourcesChanged();
    for (const server of sessions.servers) server.sendResourceListChanged().catch(ignore);
  });

  return {
    async answer(request, body) {
      if (request.method === 'POST' && body === undefined) return refuse(refusals.noBody);
      if (await isLegacyRequest(request, body)) return sessions.answer(request, body);
      return boundedBody(await handler.fetch(request, { parsedBody: body }), ignore);
    },
    async close() {
      toolChanges.dispose();
      conversationChanges.dispose();
      await Promise.all([handler.close(), sessions.close()]);
    },
  };
}
