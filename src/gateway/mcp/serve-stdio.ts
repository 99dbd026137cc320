import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import { createConversation } from '../../converser/words/conversation/conversation.ts';
import type { Client } from '../guard/client-keys.ts';
import { placeOf } from '../guard/place-of.ts';
import { answeringInput } from './answering-input.ts';
import { createMcpServer, tellChanged } from './mcp-server.ts';
import type { McpPorts } from './mcp-server-ports.ts';
import { createOfferFor } from './offer-for.ts';

export interface StdioDoor {
  close(): Promise<void>;
}

export function serveOnStdio(client: Client, mcp: McpPorts): StdioDoor {
  const { host } = mcp.ports;
  const conversation = createConversation(host.ids.next('mcp'));
  // The first server may only be asked which versions there are.
  const servers = new Set<Server>();
  const offer = createOfferFor(client, mcp, list => tellChanged(servers, list));
  const send = (refusal: JsonObject) => void process.stdout.write(`${JSON.stringify(refusal)}\n`);
  const handle = serveStdio(
    ({ era }) => {
      // For 2026, the library doesn't say which resources a client on stdio listens to.
      const announcing = era === 'legacy' ? 'server' : 'none';
      const server = createMcpServer({ ...mcp, client, offer, conversation, announcing });
      servers.add(server);
      const { onclose } = server;
      server.onclose = () => {
        onclose?.();
        servers.delete(server);
      };
      return server;
    },
    {
      transport: new StdioServerTransport(answeringInput(process.stdin, send), process.stdout),
      onerror: cause => host.log.debug(`MCP client ${client.name}: ${placeOf(cause)}`),
    },
  );
  return {
    async close() {
      offer.dispose();
      await handle.close();
    },
  };
}
