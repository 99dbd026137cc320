import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { Clock } from '../../converser/ground/ports.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { permissionsFor, toolsOf } from '../conversations/conversations.ts';
import { checkEnsembles } from '../conversations/named-ensembles.ts';
import type { Client } from '../guard/client-keys.ts';
import { createAnnouncer } from './announcer.ts';
import { type ClientLibrary, openLibrary } from './library/client-library.ts';
import { openLibraries } from './library/open-libraries.ts';
import type { ResourceUpdates } from './library/resource-updates.ts';
import type { McpPorts } from './mcp-server-ports.ts';
import { converseTool } from './own/converse-tool.ts';
import { listConversations } from './own/list-conversations.ts';
import { listModels } from './own/list-models.ts';
import { createOpenCalls, type OpenCalls } from './questions/open-calls.ts';
import { type ClientTools, createClientTools } from './tools/client-tools.ts';

export interface ClientOffer extends Disposable {
  readonly tools: ClientTools;
  readonly library: ClientLibrary;
  readonly updates: ResourceUpdates;
  readonly openCalls: OpenCalls;
}

export type OfferedList = 'tools' | 'resources' | 'prompts';

type Announce = (list: OfferedList) => void;

export function createOfferFor(client: Client, mcp: McpPorts, announce: Announce): ClientOffer {
  const { roster, host } = mcp.ports;
  const changes = followLists(client, { roster, clock: host.clock, announce });
  const openCalls = createOpenCalls(host.clock);
  const listening = [
    openCalls,
    changes,
    mcp.kept.onDidChange(name => {
      if (name === client.name) announce('resources');
    }),
  ];
  return {
    tools: createToolsFor(client, mcp),
    openCalls,
    ...openLibrary(client, { roster, host, onLate: changes.note }),
    dispose() {
      for (const each of listening) each.dispose();
    },
  };
}

function createToolsFor(client: Client, { ports, models, ...mcp }: McpPorts): ClientTools {
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
    exposure: conversations.exposure,
    bareNames,
  });
}

interface ListChanges extends Disposable {
  note(list: OfferedList): void;
}

interface ListChangesOptions {
  readonly roster: Pick<
    EnsembleRoster,
    'ensembles' | 'isEnabled' | 'invokers' | 'onDidChange' | 'onDidChangeList'
  >;
  readonly clock: Pick<Clock, 'after'>;
  readonly announce: Announce;
}

/** Announces a list once for ensembles that become ready shortly after each other. */
function followLists(client: Client, { roster, clock, announce }: ListChangesOptions): ListChanges {
  let invokers = roster.invokers();
  let libraries = openLibraries(client, roster);
  const announcer = createAnnouncer(clock, (list: OfferedList) => {
    const before = invokers;
    if (list === 'tools') invokers = roster.invokers();
    if (list !== 'tools' || !hasSame(before, invokers)) announce(list);
  });
  const { note } = announcer;
  const listening = [
    announcer,
    roster.onDidChange(() => {
      note('tools');
      const before = libraries;
      libraries = openLibraries(client, roster);
      if (hasSame(before, libraries)) return;
      note('resources');
      note('prompts');
    }),
    roster.onDidChangeList(({ ensemble, list }) => {
      if (list !== 'tools' && libraries.some(({ name }) => name === ensemble)) note(list);
    }),
  ];
  return {
    note,
    dispose() {
      for (const each of listening) each.dispose();
    },
  };
}

function hasSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return now.length === before.length && now.every((each, at) => each === before[at]);
}
