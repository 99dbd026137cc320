import type { Invoker } from '../../converser/ensemble/invoker.ts';
import type { Client } from '../guard/client-keys.ts';
import { createClientConversations } from './conversations/client-conversations.ts';
import type { McpPorts } from './mcp-ports.ts';
import { continueTool, converseTool } from './own/converse-tool.ts';
import { listConversations } from './own/list-conversations.ts';
import { listModels } from './own/list-models.ts';
import { type ClientTools, createClientTools } from './tools/client-tools.ts';

/** All tools of one client. */
export function createToolsFor(client: Client, mcp: McpPorts): ClientTools {
  const { name, ensembles: allowed, bareNames = false } = client;
  const { ports, models } = mcp;
  const { roster } = ports;
  const mayUse = ({ ensemble }: Pick<Invoker, 'ensemble'>) => allowed?.includes(ensemble) ?? true;
  const conversations = createClientConversations(name, { ...mcp, mayUse });
  const ensembles = () =>
    roster.ensembles
      .map(ensemble => ensemble.name)
      .filter(ensemble => roster.isEnabled(ensemble) && mayUse({ ensemble }));
  const own = [
    converseTool({ models, ensembles, conversations }),
    continueTool({ models, conversations }),
    listModels(models),
    listConversations(conversations),
  ];
  return createClientTools({ ports, callable: roster.offering(mayUse), own, bareNames });
}
