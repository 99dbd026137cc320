import { permissionsFor } from '../conversations/client-permissions.ts';
import { toolsOf } from '../conversations/conversations.ts';
import { checkEnsembles } from '../conversations/named-ensembles.ts';
import type { Client } from '../guard/client-keys.ts';
import type { McpPorts } from './mcp-ports.ts';
import { converseTool } from './own/converse-tool.ts';
import { listConversations } from './own/list-conversations.ts';
import { listModels } from './own/list-models.ts';
import { type ClientTools, createClientTools } from './tools/client-tools.ts';

export function createToolsFor(client: Client, { ports, models, ...mcp }: McpPorts): ClientTools {
  const { roster } = ports;
  const conversations = mcp.conversations.of(client);
  const own = [
    converseTool({ models, conversations, check: named => checkEnsembles(named, client, roster) }),
    listModels(models),
    listConversations(conversations),
  ];
  const { bareNames = false } = client;
  const mayUse = toolsOf(client);
  const permissions = permissionsFor(client.name, ports.permissions);
  return createClientTools({
    ports: { ...ports, permissions },
    // The client's program sees all tools, so it needs no search.
    callable: roster.offering(invoker => mayUse(invoker) && !invoker.findsTools),
    own,
    bareNames,
  });
}
