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

export interface Announcements {
  readonly tools: () => void;
  readonly resources: () => void;
  readonly prompts: () => void;
}

export function createOfferFor(client: Client, mcp: McpPorts, announce: Announcements): ClientOffer {
  const { roster, host } = mcp.ports;
  const changes = followLibrary(client, { roster, clock: host.clock, announce: list => announce[list]() });
  const openCalls = createOpenCalls(host.clock);
  const listening = [
    openCalls,
    changes,
    onToolsChanged(roster, host.clock, announce.tools),
    mcp.kept.onDidChange(name => {
      if (name === client.name) announce.resources();
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

/** Calls once for ensembles that become ready shortly after each other. */
function onToolsChanged(
  roster: Pick<EnsembleRoster, 'invokers' | 'onDidChange'>,
  clock: Pick<Clock, 'after'>,
  call: () => void,
): Disposable {
  let known = roster.invokers();
  const announcer = createAnnouncer(clock, () => {
    const now = roster.invokers();
    const isSame = now.length === known.length && now.every((invoker, at) => invoker === known[at]);
    known = now;
    if (!isSame) call();
  });
  const listening = roster.onDidChange(() => announcer.note('tools'));
  return {
    dispose() {
      listening.dispose();
      announcer.dispose();
    },
  };
}

type LibraryList = 'resources' | 'prompts';

interface LibraryChanges extends Disposable {
  note(list: LibraryList): void;
}

interface LibraryChangesOptions {
  readonly roster: Pick<EnsembleRoster, 'ensembles' | 'isEnabled' | 'onDidChange' | 'onDidChangeList'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly announce: (list: LibraryList) => void;
}

function followLibrary(client: Client, { roster, clock, announce }: LibraryChangesOptions): LibraryChanges {
  const announcer = createAnnouncer(clock, announce);
  const { note } = announcer;
  let known = openLibraries(client, roster);
  const listening = [
    roster.onDidChange(() => {
      const now = openLibraries(client, roster);
      const isSame = now.length === known.length && now.every((ensemble, at) => ensemble === known[at]);
      known = now;
      if (isSame) return;
      note('resources');
      note('prompts');
    }),
    roster.onDidChangeList(({ ensemble, list }) => {
      if (list !== 'tools' && known.some(({ name }) => name === ensemble)) note(list);
    }),
  ];
  return {
    note,
    dispose() {
      for (const each of listening) each.dispose();
      announcer.dispose();
    },
  };
}
