import { Server } from '@modelcontextprotocol/server';
import { canonicalJson, type JsonObject } from '../../converser/ground/json/json.ts';
import type { Conversation } from '../../converser/words/conversation/conversation.ts';
import type { Client } from '../guard/client-keys.ts';
import { placeOf } from '../guard/place-of.ts';
import { servePrompts, serveResources } from './library/serve-library.ts';
import type { McpPorts } from './mcp-ports.ts';
import type { ClientOffer } from './offer-for.ts';
import { answerCall } from './questions/answer-call.ts';
import { serveSubscriptions } from './serve-subscriptions.ts';
import { signalOf } from './signal-of.ts';
import { reportProgress } from './tools/report-progress.ts';

export interface McpServerOptions extends Pick<McpPorts, 'ports' | 'kept'> {
  readonly client: Pick<Client, 'name'>;
  readonly offer: Pick<ClientOffer, 'tools' | 'library' | 'updates' | 'openCalls'>;
  readonly conversation: Conversation;
  readonly announcing: 'server' | 'door' | 'none';
}

export function createMcpServer({
  ports,
  kept,
  client,
  offer,
  conversation,
  announcing,
}: McpServerOptions): Server {
  const { clock, log } = ports.host;
  const subscribe = announcing !== 'none' && offer.updates.areOffered;
  const server = new Server(
    { name: 'converser', title: 'Converser', version: '1' },
    { capabilities: capabilitiesOf({ subscribe }), instructions },
  );
  // A client that leaves, or sends invalid messages, is not our fault.
  server.onerror = cause => log.debug(`MCP client ${client.name}: ${placeOf(cause)}`);
  server.setRequestHandler('tools/list', async (_request, context) => {
    return { tools: [...(await offer.tools.list(signalOf(context)))] };
  });
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }, context) => {
    const watch = { signal: signalOf(context), progress: reportProgress(context, clock) };
    const call = { name, arguments: args as JsonObject, conversation };
    const asked = canonicalJson(['tools/call', name, call.arguments]);
    const { openCalls } = offer;
    return answerCall(own => offer.tools.call(call, own), context, { asked, watch, openCalls, server });
  });
  serveResources(server, { offer, kept, client });
  if (subscribe && announcing === 'server') serveSubscriptions(server, { updates: offer.updates, clock });
  servePrompts(server, offer);
  return server;
}

function capabilitiesOf({ subscribe }: { readonly subscribe: boolean }) {
  return {
    tools: { listChanged: true },
    resources: { listChanged: true, ...(subscribe && { subscribe }) },
    prompts: { listChanged: true },
    completions: {},
  };
}

const instructions =
  'Tools of Converser, named ensemble__name. Calls that change something may ask the person first. ' +
  'The tool “converse” asks another language model.';
