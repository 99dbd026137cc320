import { Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Conversation } from '../../converser/conversation/conversation.ts';
import type { JsonObject } from '../../converser/json/json.ts';
import type { Client } from '../guard/client-keys.ts';
import { placeOf } from '../guard/place-of.ts';
import {
  conversationTemplates,
  listConversationResources,
  readConversationResource,
} from './conversations/conversation-resources.ts';
import type { McpPorts } from './mcp-ports.ts';
import type { ClientTools } from './tools/client-tools.ts';
import { reportProgress } from './tools/report-progress.ts';

export interface McpServerOptions extends Pick<McpPorts, 'ports' | 'kept'> {
  readonly client: Pick<Client, 'name'>;
  readonly tools: ClientTools;
  /** Whose state and whose permissions the calls use. */
  readonly conversation: Conversation;
}

/** A server for one connection, one session or one request: it keeps nothing itself. */
export function createMcpServer({ ports, kept, client, tools, conversation }: McpServerOptions): Server {
  const { clock, log } = ports.host;
  const server = new Server(
    { name: 'converser', title: 'Converser', version: '1' },
    { capabilities: { tools: { listChanged: true }, resources: { listChanged: true } }, instructions },
  );
  // A client that has gone, or that sends what nobody can read, is no fault of ours.
  server.onerror = cause => log.debug(`MCP client ${client.name}: ${placeOf(cause)}`);
  server.setRequestHandler('tools/list', async (_request, context) => {
    return { tools: [...(await tools.list(signalOf(context)))] };
  });
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }, context) => {
    const watch = { signal: signalOf(context), progress: reportProgress(context, clock) };
    return tools.call({ name, arguments: args as JsonObject, conversation }, watch);
  });
  server.setRequestHandler('resources/list', async () => {
    return { resources: [...(await listConversationResources(kept, client.name))] };
  });
  server.setRequestHandler('resources/templates/list', () => {
    return { resourceTemplates: [...conversationTemplates] };
  });
  server.setRequestHandler('resources/read', ({ params }) => {
    return readConversationResource(params.uri, kept, client.name);
  });
  return server;
}

const instructions =
  'Tools of Converser, named ensemble__name. Calls that change something may ask the person first. ' +
  'The tool “converse” asks another language model.';

/** Of a request over HTTP whose client has gone, nobody could read the result. */
function signalOf({ mcpReq, http }: ServerContext): AbortSignal {
  const gone = http?.req?.signal;
  return gone === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, gone]);
}
