import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createConversation } from '../../converser/conversation/conversation.ts';
import type { Client } from '../guard/client-keys.ts';
import { placeOf } from '../guard/place-of.ts';
import type { McpPorts } from './mcp-ports.ts';
import { createMcpServer } from './mcp-server.ts';
import { onToolsChanged } from './tools/tool-changes.ts';
import { createToolsFor } from './tools-for.ts';

export interface StdioDoor {
  close(): Promise<void>;
}

/** Serves the one client that started this program, on the standard input and output. */
export function serveOnStdio(client: Client, mcp: McpPorts): StdioDoor {
  const { roster, host } = mcp.ports;
  const tools = createToolsFor(client, mcp);
  const conversation = createConversation(host.ids.next('mcp'));
  // The first one may only be asked which versions there are.
  const servers = new Set<ReturnType<typeof createMcpServer>>();
  const handle = serveStdio(
    () => {
      const server = createMcpServer({ ...mcp, client, tools, conversation });
      servers.add(server);
      server.onclose = () => servers.delete(server);
      return server;
    },
    { onerror: cause => host.log.debug(`MCP client ${client.name}: ${placeOf(cause)}`) },
  );
  const ignore = () => {};
  const toolChanges = onToolsChanged(roster, host.clock, () => {
    for (const server of servers) server.sendToolListChanged().catch(ignore);
  });
  const conversationChanges = mcp.kept.onDidChange(() => {
    for (const server of servers) server.sendResourceListChanged().catch(ignore);
  });
  return {
    async close() {
      toolChanges.dispose();
      conversationChanges.dispose();
      await handle.close();
    },
  };
}
