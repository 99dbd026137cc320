import type {
  CallToolResult,
  CompleteRequestParams,
  ElicitRequest,
  ElicitResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  Tool,
} from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ElicitRequestSchema,
  LATEST_PROTOCOL_VERSION,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type Listeners, listeners } from '../../../src/converser/ground/async/listeners.ts';

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
  /** The URI templates. */
  templates(): Promise<readonly string[]>;
  /** The text of a resource. */
  read(uri: string, options?: Pick<CallOptions, 'signal'>): Promise<string>;
  readAll(uri: string): Promise<ReadResourceResult['contents']>;
  prompts(): Promise<readonly Prompt[]>;
  prompt(
    name: string,
    args: Readonly<Record<string, string>>,
  ): Promise<Pick<GetPromptResult, 'description' | 'messages'>>;
  /** The values. */
  complete(params: CompleteRequestParams): Promise<readonly string[]>;
  /** The pages of a list, one request for each. */
  pages(method: PagedMethod, cursor?: string): Promise<readonly (readonly Listed[])[]>;
  /** Resolves to what ends the subscription. */
  subscribe(uri: string): Promise<() => Promise<void>>;
  /** The addresses of resources that have changed. */
  readonly onUpdated: Listeners<string>;
  /** Whether the server says that it announces such changes. */
  readonly canSubscribe: boolean;
  readonly onToolsChanged: Listeners<void>;
  readonly onResourcesChanged: Listeners<void>;
  readonly onPromptsChanged: Listeners<void>;
}

type PagedMethod = 'resources/list' | 'prompts/list';
type Listed = Partial<Resource> & Partial<Prompt>;

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

/** Answers questions for whoever uses the client. Absent: the client says that it can't be asked. */
export type Answer = (question: ElicitRequest['params'], signal: AbortSignal) => Promise<ElicitResult>;

export function connectHttp(era: Era, url: URL, key: string, answer?: Answer): Promise<TriedClient> {
  const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } };
  const transports = {
    fresh: () => new StreamableHTTPClientTransport(url, options),
    old: () => new OldHttpTransport(url, options) as OldTransport,
  };
  return connect(era, transports, answer);
}

interface Transports {
  readonly fresh: () => Transport;
  readonly old: () => OldTransport;
}

export function connect(era: Era, { fresh, old }: Transports, answer?: Answer): Promise<TriedClient> {
  return era === 'old SDK' ? connectOld(old(), answer) : connectFresh(fresh(), era, answer);
}

const asked = { capabilities: { elicitation: { form: {}, url: {} } } };

async function connectFresh(
  transport: Transport,
  era: '2026' | '2025',
  answer: Answer | undefined,
): Promise<TriedClient> {
  const onToolsChanged = listeners<void>();
  const onResourcesChanged = listeners<void>();
  const onPromptsChanged = listeners<void>();
  const client = new Client(info, {
    ...(answer && asked),
    versionNegotiation: { mode: era === '2026' ? 'auto' : 'legacy' },
    listChanged: {
      tools: { autoRefresh: false, debounceMs: 0, onChanged: () => onToolsChanged.fire() },
      resources: { autoRefresh: false, debounceMs: 0, onChanged: () => onResourcesChanged.fire() },
      prompts: { autoRefresh: false, debounceMs: 0, onChanged: () => onPromptsChanged.fire() },
    },
  });
  if (answer !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => answer(params, mcpReq.signal));
  const onUpdated = listeners<string>();
  client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
    onUpdated.fire(params.uri),
  );
  await client.connect(transport);
  return {
    version: client.getNegotiatedProtocolVersion(),
    onUpdated,
    canSubscribe: client.getServerCapabilities()?.resources?.subscribe === true,
    async subscribe(uri) {
      if (era === '2026') {
        const over = new AbortController();
        const { honoredFilter } = await client.listen(
          { resourceSubscriptions: [uri] },
          { signal: over.signal },
        );
        if (!honoredFilter.resourceSubscriptions?.includes(uri)) throw new Error('It is not followed.');
        return async () => over.abort();
      }
      await client.subscribeResource({ uri });
      return async () => void (await client.unsubscribeResource({ uri }));
    },
    onToolsChanged,
    onResourcesChanged,
    onPromptsChanged,
    tools: async () => (await client.listTools()).tools,
    call: (name, args = {}, options = {}) =>
      client.callTool({ name, arguments: { ...args } }, options) as Promise<CallToolResult>,
    resources: async () => (await client.listResources()).resources,
    templates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    async read(uri, options = {}) {
      const [first] = (await client.readResource({ uri }, options)).contents;
      return first !== undefined && 'text' in first ? first.text : '';
    },
    readAll: async uri => (await client.readResource({ uri })).contents,
    prompts: async () => (await client.listPrompts()).prompts,
    async prompt(name, args) {
      const { description, messages } = await client.getPrompt({ name, arguments: { ...args } });
      return { description, messages };
    },
    complete: async params => (await client.complete(params)).completion.values,
    // The methods for lists read all pages by themselves.
    pages: (method, cursor) => pagesOf(cursor, params => client.request({ method, params })),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function connectOld(transport: OldTransport, answer: Answer | undefined): Promise<TriedClient> {
  const onToolsChanged = listeners<void>();
  const onResourcesChanged = listeners<void>();
  const onPromptsChanged = listeners<void>();
  const client = new OldClient(info, answer && asked);
  if (answer !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) => answer(params, signal));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => onToolsChanged.fire());
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => onResourcesChanged.fire());
  client.setNotificationHandler(PromptListChangedNotificationSchema, () => onPromptsChanged.fire());
  const onUpdated = listeners<string>();
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) =>
    onUpdated.fire(params.uri),
  );
  await client.connect(transport);
  return {
    onUpdated,
    canSubscribe: client.getServerCapabilities()?.resources?.subscribe === true,
    async subscribe(uri) {
      await client.subscribeResource({ uri });
      return async () => void (await client.unsubscribeResource({ uri }));
    },
    version: transport.sessionId === undefined ? undefined : LATEST_PROTOCOL_VERSION,
    onToolsChanged,
    onResourcesChanged,
    onPromptsChanged,
    tools: async () => (await client.listTools()).tools as readonly Tool[],
    call: (name, args = {}, options = {}) =>
      client.callTool({ name, arguments: { ...args } }, undefined, options) as Promise<CallToolResult>,
    resources: async () => (await client.listResources()).resources as readonly Resource[],
    templates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    async read(uri, options = {}) {
      const [first] = (await client.readResource({ uri }, options)).contents;
      return first !== undefined && 'text' in first ? first.text : '';
    },
    readAll: async uri => (await client.readResource({ uri })).contents,
    prompts: async () => (await client.listPrompts()).prompts,
    async prompt(name, args) {
      const { description, messages } = await client.getPrompt({ name, arguments: { ...args } });
      return { description, messages };
    },
    complete: async params => (await client.complete(params)).completion.values,
    pages: (method, cursor) =>
      pagesOf(cursor, params =>
        method === 'prompts/list' ? client.listPrompts(params) : client.listResources(params),
      ),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

interface ListedPage {
  readonly nextCursor?: string | undefined;
  readonly resources?: readonly Listed[];
  readonly prompts?: readonly Listed[];
}

async function pagesOf(
  cursor: string | undefined,
  ask: (params: { cursor?: string }) => Promise<ListedPage>,
): Promise<readonly (readonly Listed[])[]> {
  const pages: (readonly Listed[])[] = [];
  for (let at = cursor; pages.length === 0 || at !== undefined; ) {
    const page: ListedPage = await ask(at === undefined ? {} : { cursor: at });
    pages.push(page.resources ?? page.prompts ?? []);
    at = page.nextCursor;
  }
  return pages;
}
