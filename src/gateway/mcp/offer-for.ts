import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { Client } from '../guard/client-keys.ts';
import { type ClientLibrary, openLibrary } from './library/client-library.ts';
import { followLibrary } from './library/library-changes.ts';
import type { ResourceUpdates } from './library/resource-updates.ts';
import type { McpPorts } from './mcp-ports.ts';
import { createOpenCalls, type OpenCalls } from './questions/open-calls.ts';
import type { ClientTools } from './tools/client-tools.ts';
import { onToolsChanged } from './tools/tool-changes.ts';
import { createToolsFor } from './tools-for.ts';

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
