import type { CallToolResult, Resource, Tool } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  LATEST_PROTOCOL_VERSION,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type Listeners, listeners } from '../../../src/converser/async/listeners.ts';

/** What the tests need of a client, whichever SDK it comes from. */
export interface TriedClient extends AsyncDisposable {
  /** Of the protocol, as it was negotiated. */
  readonly version: string | undefined;
  tools(): Promise<readonly Tool[]>;
  call(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<CallToolResult>;
  resources(): Promise<readonly Resource[]>;
  /** The text of a resource. */
  read(uri: string): Promise<string>;
  readonly onToolsChanged: Listeners<void>;
  readonly onResourcesChanged: Listeners<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: {
    readonly progress: number;
    readonly message?: string | undefined;
  }) => void;
}

export type Era = '2026' | '2025' | 'old SDK';
export const eras: readonly Era[] = ['2026', '2025', 'old SDK'];

const info = { name: 'tried', version: '1' };

export function connectHttp(era: Era, url: URL, key: string): Promise<TriedClient> {
  const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } };
  return connect(era, {
    fresh: () => new StreamableHTTPClientTransport(url, options),
    old: () => new OldHttpTransport(url, options) as OldTransport,
  });
}

interface Transports {
  readonly fresh: () => Transport;
  readonly old: () => OldTransport;
}

export function connect(era: Era, { fresh, old }: Transports): Promise<TriedClient> {
  return era === 'old SDK' ? connectOld(old()) : connectFresh(fresh(), era);
}

async function connectFresh(transport: Transport, era: '2026' | '2025'): Promise<TriedClient> {
  const onToolsChanged = listeners<void>();
  const onResourcesChanged = listeners<void>();
  const client = new Client(info, {
    versionNegotiation: { mode: era === '2026' ? 'auto' : 'legacy' },
    listChanged: {
      tools: { autoRefresh: false, debounceMs: 0, onChanged: () => onToolsChanged.fire() },
      resources: { autoRefresh: false, debounceMs: 0, onChanged: () => onResourcesChanged.fire() },
    },
  });
  await client.connect(transport);
  return {
    version: client.getNegotiatedProtocolVersion(),
    onToolsChanged,
    onResourcesChanged,
    tools: async () => (await client.listTools()).tools,
    call: (name, args = {}, options = {}) =>
      client.callTool({ name, arguments: { ...args } }, options) as Promise<CallToolResult>,
    resources: async () => (await client.listResources()).resources,
    async read(uri) {
      const [first] = (await client.readResource({ uri })).contents;
      return first !== undefined && 'text' in first ? first.text : '';
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function connectOld(transport: OldTransport): Promise<TriedClient> {
  const onToolsChanged = listeners<void>();
  const onResourcesChanged = listeners<void>();
  const client = new OldClient(info);
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => onToolsChanged.fire());
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => onResourcesChanged.fire());
  await client.connect(transport);
  return {
    version: transport.sessionId === undefined ? undefined : LATEST_PROTOCOL_VERSION,
    onToolsChanged,
    onResourcesChanged,
    tools: async () => (await client.listTools()).tools as readonly Tool[],
    call: (name, args = {}, options = {}) =>
      client.callTool({ name, arguments: { ...args } }, undefined, options) as Promise<CallToolResult>,
    resources: async () => (await client.listResources()).resources as readonly Resource[],
    async read(uri) {
      const [first] = (await client.readResource({ uri })).contents;
      return first !== undefined && 'text' in first ? first.text : '';
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
