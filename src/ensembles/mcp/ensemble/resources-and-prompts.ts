import type {
  Client,
  GetPromptRequest,
  RequestOptions,
  ServerCapabilities,
} from '@modelcontextprotocol/client';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { Content } from '../../../converser/words/canister/content.ts';
import type { AskCaller } from '../../../converser/words/ensemble/invoker.ts';
import type { Library } from '../../../converser/words/ensemble/library.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import type { PromptContent } from '../calls/attach-content.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import { brieflyKnown } from './briefly-known.ts';
import type { ServerWithTools } from './server-with-tools.ts';
import { withinLimits } from './with-time-limits.ts';

/** Contract: methods start the server if need be, and reject with a `ConverserError` or the server's own error. */
export interface ResourcesAndPrompts {
  readonly library: Library;
  attach(uri: string, signal: AbortSignal): Promise<readonly Content[]>;
  /** Calls `onUpdate` whenever a resource has changed, until the result is disposed or the server ends. */
  watchResource(uri: string, onUpdate: () => void, signal: AbortSignal): Promise<Disposable>;
  writePrompt(params: GetPromptRequest['params'], signal: AbortSignal): Promise<PromptContent>;
}

export interface ResourcesAndPromptsOptions extends Pick<ServerWithTools, PartOfServer> {
  readonly definition: ServerDefinition;
  readonly clock: Clock;
}

type PartOfServer = 'tools' | 'questions' | 'userTime' | 'limits' | 'use' | 'note' | 'onDidChangeList';

export function resourcesAndPrompts(options: ResourcesAndPromptsOptions): ResourcesAndPrompts {
  const { definition, clock, limits, use } = options;
  const library = serverLibrary(options);
  return {
    library,
    async attach(uri, signal) {
      const { resourceDocument } = await import('../calls/attach-content.ts');
      return resourceDocument(await library.readResource(uri, signal));
    },
    async writePrompt(params, signal) {
      const { promptContent } = await import('../calls/attach-content.ts');
      return promptContent(await library.getPrompt(params, signal));
    },
    async watchResource(uri, onUpdate, signal) {
      const { watchResource } = await import('./watch-resource.ts');
      const watching = { server: definition.name, onUpdate, signal, clock, limits };
      return use(client => watchResource(client, uri, watching), signal);
    },
  };
}

type Request<T> = (client: Client, options: RequestOptions) => Promise<T>;

function serverLibrary(options: ResourcesAndPromptsOptions): Library {
  const { definition, tools, questions, userTime, clock, use, note } = options;

  function ask<T>(signal: AbortSignal, request: Request<T>, askCaller?: AskCaller): Promise<T> {
    const timed = { definition, clock, questions, userTime, signal };
    const withLimits = (client: Client) =>
      withinLimits(requestOptions => request(client, requestOptions), timed);
    return use(withLimits, signal, askCaller);
  }

  /** A server that is known to have no such list isn't started for it. */
  function listed<T>(what: ListedCapability, request: Request<readonly T[]>) {
    return brieflyKnown(async signal => {
      const { manifest } = tools;
      return manifest !== undefined && manifest.capabilities[what] === undefined ? [] : ask(signal, request);
    }, options);
  }

  async function list<K extends Listable>(client: Client, kind: K, request: RequestOptions) {
    const { listEntries } = await import('../manifest/list-entries.ts');
    const { entries, broken } = await listEntries(client, kind, { note, request });
    for (const { name, reason } of broken) note(`${name}: left out of the ${kind}. ${reason}`);
    return entries;
  }

  function requireCapability(client: Client, what: ListedCapability): void {
    if (client.getServerCapabilities()?.[what] === undefined)
      throw serverErrors.notOffered(definition.name, what);
  }

  return {
    resources: listed('resources', (client, timed) => list(client, 'resources', timed)),
    resourceTemplates: listed('resources', (client, timed) =>
      list(client, 'resourceTemplates', timed).catch(noneWhereUnknown),
    ),
    readResource: (uri, signal, askCaller) =>
      ask(
        signal,
        async (client, timed) => {
          requireCapability(client, 'resources');
          const { looseResults } = await import('../manifest/mend-entry.ts');
          return client.request({ method: 'resources/read', params: { uri } }, looseResults.resource, timed);
        },
        askCaller,
      ),
    prompts: listed('prompts', (client, timed) => list(client, 'prompts', timed)),
    getPrompt: (params, signal, askCaller) =>
      ask(
        signal,
        async (client, timed) => {
          requireCapability(client, 'prompts');
          const { looseResults } = await import('../manifest/mend-entry.ts');
          return client.request({ method: 'prompts/get', params }, looseResults.prompt, timed);
        },
        askCaller,
      ),
    async complete(params, signal) {
      if (tools.manifest !== undefined && tools.manifest.capabilities.completions === undefined) return none;
      return ask(signal, async (client, timed) => (await client.complete(params, timed)).completion);
    },
  };
}

type Listable = 'resources' | 'resourceTemplates' | 'prompts';
type ListedCapability = Extract<keyof ServerCapabilities, 'resources' | 'prompts'>;

const none = { values: [] };

/** Many servers have resources but don't implement templates. */
function noneWhereUnknown(cause: unknown): readonly never[] {
  if (cause instanceof Error && 'code' in cause && cause.code === methodNotFound) return [];
  throw cause;
}

/** https://www.jsonrpc.org/specification#error_object */
const methodNotFound = -32_601;
