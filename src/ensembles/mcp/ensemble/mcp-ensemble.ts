import type {
  Client,
  CompleteRequestParams,
  CompleteResult,
  GetPromptRequest,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  RequestOptions,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/client';
import type { Disposable, Listen } from '../../../converser/async/listeners.ts';
import type { Content } from '../../../converser/canister/content.ts';
import type { Ensemble } from '../../../converser/ensemble/ensemble.ts';
import { errors } from '../../../converser/errors.ts';
import type { PromptContent } from '../calls/attach-content.ts';
import { ordinaryServerLimits } from '../connection/connection-ports.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { ToolProblem } from '../manifest/tool-invokers.ts';
import { createMcpLife } from './mcp-lifecycle.ts';
import type { McpParts } from './mcp-ports.ts';
import type { ServerStatus } from './server-lifecycle.ts';
import type { ServerList } from './start-server.ts';
import { withinLimits } from './with-time-limits.ts';

/**
 * An MCP server as an ensemble.
 *
 * It is `ready` as soon as its tools can be called, which is before the server runs where its tools are known from
 * the last time: then the first call starts it. `server` says whether it runs.
 */
export interface McpEnsemble extends Ensemble {
  readonly definition: ServerDefinition;
  readonly server: ServerStatus;
  /** What it said of itself last: name, version, instructions, capabilities, tools. Absent until it was seen once. */
  readonly manifest: Manifest | undefined;
  /** Tools that are not offered, and settings that are about none. */
  readonly problems: readonly ToolProblem[];
  /** Ends the server and starts it at once, whatever failed before. Never rejects; `state` tells what came of it. */
  restart(signal: AbortSignal): Promise<void>;
  /** Asks anew what may be offered of what is known: after the person has accepted a change. */
  reinspect(): Promise<void>;
  /** Which of its lists the server has said to be another one now. Tools are read anew by then. */
  readonly onDidChangeList: Listen<ServerList>;
  /**
   * The running server, for what has no method here.
   *
   * Contract: this and all below start the server if need be, and reject with a `ConverserError` or with what the
   * server answered.
   */
  run(signal: AbortSignal): Promise<ServerConnection>;
  resources(signal: AbortSignal): Promise<readonly Resource[]>;
  resourceTemplates(signal: AbortSignal): Promise<readonly ResourceTemplateType[]>;
  readResource(uri: string, signal: AbortSignal): Promise<ReadResourceResult>;
  prompts(signal: AbortSignal): Promise<readonly Prompt[]>;
  getPrompt(params: GetPromptRequest['params'], signal: AbortSignal): Promise<GetPromptResult>;
  complete(params: CompleteRequestParams, signal: AbortSignal): Promise<CompleteResult['completion']>;
  /** A resource as parts of a document canister, of which none is larger than anybody can read. */
  attach(uri: string, signal: AbortSignal): Promise<readonly Content[]>;
  /** What the server makes of a prompt, as a message of the person. */
  writePrompt(params: GetPromptRequest['params'], signal: AbortSignal): Promise<PromptContent>;
  /** Tells whenever a resource has changed, until it is disposed or the server ends. */
  watchResource(uri: string, onUpdate: () => void, signal: AbortSignal): Promise<Disposable>;
}

export function createMcpEnsemble(definition: ServerDefinition, parts: McpParts): McpEnsemble {
  const { offerings, life, questions, use, ...ensemble } = createMcpLife(definition, parts);
  const needs = (client: Client, what: 'resources' | 'prompts') => {
    if (client.getServerCapabilities()?.[what] === undefined) throw errors.notOffered(definition.name, what);
  };
  const { clock } = parts;
  /** The time that it takes to start the server is not the request's. */
  const ask = <T>(
    request: (client: Client, options: RequestOptions) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> =>
    use(
      client => withinLimits(options => request(client, options), { definition, clock, questions, signal }),
      signal,
    );
  return {
    definition,
    name: definition.name,
    title: definition.title ?? definition.name,
    description: definition.description ?? '',
    origin: definition.origin,
    enabled: definition.enabled,
    get state() {
      return ensemble.state();
    },
    get invokers() {
      return offerings.invokers;
    },
    get withheld() {
      return offerings.withheld;
    },
    get server() {
      return life.status;
    },
    get manifest() {
      return offerings.manifest;
    },
    get problems() {
      return offerings.problems;
    },
    connect: ensemble.connect,
    disconnect: ensemble.disconnect,
    restart: ensemble.restart,
    reinspect: offerings.reinspect,
    onDidChange: ensemble.onDidChange,
    onDidOutdate: ensemble.onDidOutdate,
    onDidChangeList: ensemble.onDidChangeList,
    run: ensemble.run,
    resources: signal =>
      ask(async (client, options) => (await client.listResources(undefined, options)).resources, signal),
    resourceTemplates: signal =>
      ask(
        async (client, options) => (await client.listResourceTemplates(undefined, options)).resourceTemplates,
        signal,
      ),
    readResource: (uri, signal) => ask((client, options) => client.readResource({ uri }, options), signal),
    prompts: signal =>
      ask(async (client, options) => (await client.listPrompts(undefined, options)).prompts, signal),
    getPrompt: (params, signal) => ask((client, options) => client.getPrompt(params, options), signal),
    complete: (params, signal) =>
      ask(async (client, options) => (await client.complete(params, options)).completion, signal),
    async attach(uri, signal) {
      const { resourceDocument } = await import('../calls/attach-content.ts');
      const read = (client: Client, options: RequestOptions) => {
        needs(client, 'resources');
        return client.readResource({ uri }, options);
      };
      return resourceDocument(await ask(read, signal));
    },
    async writePrompt(params, signal) {
      const { promptContent } = await import('../calls/attach-content.ts');
      const get = (client: Client, options: RequestOptions) => {
        needs(client, 'prompts');
        return client.getPrompt(params, options);
      };
      return promptContent(await ask(get, signal));
    },
    async watchResource(uri, onUpdate, signal) {
      const { watchResource } = await import('./watch-resource.ts');
      const limits = { ...ordinaryServerLimits, ...parts.limits };
      const options = { server: definition.name, onUpdate, signal, clock, limits };
      return use(client => watchResource(client, uri, options), signal);
    },
  };
}
