import {
  type JSONRPCMessage,
  type ProgressToken,
  Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { complaintsIn } from '../../converser/ground/json/complaints-text.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { canonicalJson, type JsonObject } from '../../converser/ground/json/json.ts';
import type { Clock } from '../../converser/ground/ports.ts';
import type { Conversation } from '../../converser/words/conversation/conversation.ts';
import type { Client } from '../guard/client-keys.ts';
import { placeOf } from '../guard/place-of.ts';
import { createAnnouncer } from './announcer.ts';
import type { CallWatch } from './call-watch.ts';
import type { ResourceUpdates } from './library/resource-updates.ts';
import { servePrompts, serveResources } from './library/serve-library.ts';
import type { McpPorts } from './mcp-server-ports.ts';
import type { ClientOffer, OfferedList } from './offer-for.ts';
import { answerCall } from './questions/answer-call.ts';
import { signalOf } from './signal-of.ts';
import { createSubscriptions } from './subscriptions.ts';

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
  const subscribe = announcing !== 'none' && offer.updates.areOffered();
  const server = new WordedServer(
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

export function tellChanged(servers: Iterable<Server>, list: OfferedList): void {
  // A client that has gone does not read it.
  for (const server of servers) tellings[list](server).catch(() => {});
}

const tellings: Readonly<Record<OfferedList, (server: Server) => Promise<void>>> = {
  tools: server => server.sendToolListChanged(),
  resources: server => server.sendResourceListChanged(),
  prompts: server => server.sendPromptListChanged(),
};

/** The library reports schema errors as a JSON list within its message. */
class WordedServer extends Server {
  override connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(inWords(message), options);
    return super.connect(transport);
  }
}

function inWords(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const complaints = complaintsIn(message.error.message);
  if (complaints === undefined) return message;
  return { ...message, error: { ...message.error, message: `The request can’t be read: ${complaints}.` } };
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
  'Tools of Converser, named ensemble__name. Calls that change something may ask the user first. ' +
  'The tool “converse” asks another language model.';

interface ServeSubscriptionsOptions {
  readonly updates: ResourceUpdates;
  readonly clock: Pick<Clock, 'after'>;
}

/** In the protocol up to 2025, subscriptions end with the connection or session. */
function serveSubscriptions(server: Server, { updates, clock }: ServeSubscriptionsOptions): void {
  const announcer = createAnnouncer(clock, (uri: string) => {
    server.sendResourceUpdated({ uri }).catch(() => {});
  });
  const subscriptions = createSubscriptions(updates, announcer.note);
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, context) => {
    await subscriptions.add(uri, signalOf(context));
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    subscriptions.remove(uri);
    return {};
  });
  server.onclose = () => {
    subscriptions.dispose();
    announcer.dispose();
  };
}

/** In milliseconds between two reports: a tool may report thousands. */
const pause = 25;

/** MCP wants every number to be greater than the one before. */
const step = 1e-6;

function reportProgress({ mcpReq }: ServerContext, clock: Clock): CallWatch['progress'] {
  const progressToken: ProgressToken | undefined = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = -1;
  let lastAt = Number.NEGATIVE_INFINITY;
  let total: 1 | undefined;
  return (message, fraction) => {
    const now = clock.monotonic();
    if (now - lastAt < pause && fraction !== 1) return;
    if (last === -1 && fraction !== undefined) total = 1;
    last = total === undefined ? last + 1 : Math.max(fraction ?? 0, last === -1 ? 0 : last + step);
    lastAt = now;
    const params = defined({ progressToken, progress: last, total, message: message || undefined });
    // A client that has gone does not read it.
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
