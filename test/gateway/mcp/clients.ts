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
  prompt(name: string, args: Readonly<Record<string, string>>): Promise<Written>;
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

type Written = Pick<GetPromptResult, 'description' | 'messages'>;
type PagedMethod = 'resources/list' | 'prompts/list';
type Listed = Partial<Resource> & Partial<Prompt>;

/** How far a call is. */
export interface Told {
  readonly progress: number;
  readonly message?: string | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Told) => void;
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

/** What is heard of changes. */
const hearing = () => ({
  onToolsChanged: listeners<void>(),
  onResourcesChanged: listeners<void>(),
  onPromptsChanged: listeners<void>(),
  onUpdated: listeners<string>(),
});

async function connectFresh(
  transport: Transport,
  era: '2026' | '2025',
  answer: Answer | undefined,
): Promise<TriedClient> {
  const heard = hearing();
  const hears = (changed: Listeners<void>) => ({
    autoRefresh: false,
    debounceMs: 0,
    onChanged: () => changed.fire(),
  });
  const client = new Client(info, {
    ...(answer && asked),
    versionNegotiation: { mode: era === '2026' ? 'auto' : 'legacy' },
    listChanged: {
      tools: hears(heard.onToolsChanged),
      resources: hears(heard.onResourcesChanged),
      prompts: hears(heard.onPromptsChanged),
    },
  });
  if (answer !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => answer(params, mcpReq.signal));
  client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
    heard.onUpdated.fire(params.uri),
  );
  await client.connect(transport);
  const common = offered(client);
  return {
    ...common,
    ...heard,
    version: client.getNegotiatedProtocolVersion(),
    async subscribe(uri) {
      if (era !== '2026') return common.subscribe(uri);
      const over = new AbortController();
      const filter = { resourceSubscriptions: [uri] };
      const { honoredFilter } = await client.listen(filter, { signal: over.signal });
      if (!honoredFilter.resourceSubscriptions?.includes(uri)) throw new Error('It is not followed.');
      return async () => over.abort();
    },
    call: (name, args = {}, options = {}) =>
      client.callTool({ name, arguments: { ...args } }, options) as Promise<CallToolResult>,
    // The methods for lists read all pages by themselves.
    pages: (method, cursor) => pagesOf(cursor, params => client.request({ method, params })),
  };
}

async function connectOld(transport: OldTransport, answer: Answer | undefined): Promise<TriedClient> {
  const heard = hearing();
  const client = new OldClient(info, answer && asked);
  if (answer !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) => answer(params, signal));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => heard.onToolsChanged.fire());
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => heard.onResourcesChanged.fire());
  client.setNotificationHandler(PromptListChangedNotificationSchema, () => heard.onPromptsChanged.fire());
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) =>
    heard.onUpdated.fire(params.uri),
  );
  await client.connect(transport);
  return {
    ...offered(client),
    ...heard,
    version: transport.sessionId === undefined ? undefined : LATEST_PROTOCOL_VERSION,
    call: (name, args = {}, options = {}) =>
      client.callTool({ name, arguments: { ...args } }, undefined, options) as Promise<CallToolResult>,
    pages: (method, cursor) =>
      pagesOf(cursor, params =>
        method === 'prompts/list' ? client.listPrompts(params) : client.listResources(params),
      ),
  };
}

/** What is asked in the same words of both SDKs. */
function offered(client: Client | OldClient) {
  return {
    canSubscribe: client.getServerCapabilities()?.resources?.subscribe === true,
    async subscribe(uri: string) {
      await client.subscribeResource({ uri });
      return async () => void (await client.unsubscribeResource({ uri }));
    },
    tools: async () => (await client.listTools()).tools as readonly Tool[],
    resources: async () => (await client.listResources()).resources as readonly Resource[],
    templates: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    async read(uri: string, options: Pick<CallOptions, 'signal'> = {}) {
      const [first] = (await client.readResource({ uri }, options)).contents;
      return first !== undefined && 'text' in first ? first.text : '';
    },
    readAll: async (uri: string) => (await client.readResource({ uri })).contents,
    prompts: async () => (await client.listPrompts()).prompts,
    async prompt(name: string, args: Readonly<Record<string, string>>) {
      const { description, messages } = await client.getPrompt({ name, arguments: { ...args } });
      return { description, messages };
    },
    complete: async (params: CompleteRequestParams) => (await client.complete(params)).completion.values,
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
