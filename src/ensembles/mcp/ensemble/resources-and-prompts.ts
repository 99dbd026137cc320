import type {
  Client,
  CompleteRequestParams,
  CompleteResult,
  GetPromptRequest,
  Prompt,
  RequestOptions,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/client';
import type { Disposable } from '../../../converser/async/listeners.ts';
import type { Content } from '../../../converser/canister/content.ts';
import { serverErrors } from '../../../converser/ensemble/server-errors.ts';
import type { Clock } from '../../../converser/ports.ts';
import type { PromptContent } from '../calls/attach-content.ts';
import type { ServerLimits } from '../connection/connection-ports.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { PendingQuestions } from './pending-questions.ts';
import { withinLimits } from './with-time-limits.ts';

/**
 * What a server offers besides tools.
 *
 * Contract: each method starts the server if need be, and rejects with a `ConverserError` or with the server's own
 * error.
 */
export interface ResourcesAndPrompts {
  resources(signal: AbortSignal): Promise<readonly Resource[]>;
  resourceTemplates(signal: AbortSignal): Promise<readonly ResourceTemplateType[]>;
  /** A resource as parts of a document canister, none of which is too large to read. */
  attach(uri: string, signal: AbortSignal): Promise<readonly Content[]>;
  /** Calls `onUpdate` whenever a resource has changed, until the result is disposed or the server ends. */
  watchResource(uri: string, onUpdate: () => void, signal: AbortSignal): Promise<Disposable>;
  prompts(signal: AbortSignal): Promise<readonly Prompt[]>;
  /** A prompt as a message of the user. */
  writePrompt(params: GetPromptRequest['params'], signal: AbortSignal): Promise<PromptContent>;
  complete(params: CompleteRequestParams, signal: AbortSignal): Promise<CompleteResult['completion']>;
}

export interface ResourcesAndPromptsOptions {
  readonly definition: ServerDefinition;
  readonly questions: PendingQuestions;
  readonly clock: Clock;
  readonly limits: ServerLimits;
  /** Makes a request of the server, which is started if need be. */
  readonly use: <T>(request: (client: Client) => Promise<T>, signal: AbortSignal) => Promise<T>;
}

type Request<T> = (client: Client, options: RequestOptions) => Promise<T>;

export function resourcesAndPrompts(options: ResourcesAndPromptsOptions): ResourcesAndPrompts {
  const { definition, questions, clock, limits, use } = options;

  /** The time limits begin once the server runs. */
  function ask<T>(signal: AbortSignal, request: Request<T>): Promise<T> {
    const timed = { definition, clock, questions, signal };
    return use(client => withinLimits(requestOptions => request(client, requestOptions), timed), signal);
  }

  function requireCapability(client: Client, what: 'resources' | 'prompts'): void {
    if (client.getServerCapabilities()?.[what] === undefined)
      throw serverErrors.notOffered(definition.name, what);
  }

  return {
    resources: signal =>
      ask(signal, async (client, timed) => (await client.listResources(undefined, timed)).resources),
    async resourceTemplates(signal) {
      const result = await ask(signal, (client, timed) => client.listResourceTemplates(undefined, timed));
      return result.resourceTemplates;
    },
    prompts: signal =>
      ask(signal, async (client, timed) => (await client.listPrompts(undefined, timed)).prompts),
    complete: (params, signal) =>
      ask(signal, async (client, timed) => (await client.complete(params, timed)).completion),
    async attach(uri, signal) {
      const { resourceDocument } = await import('../calls/attach-content.ts');
      const result = await ask(signal, (client, timed) => {
        requireCapability(client, 'resources');
        return client.readResource({ uri }, timed);
      });
      return resourceDocument(result);
    },
    async writePrompt(params, signal) {
      const { promptContent } = await import('../calls/attach-content.ts');
      const result = await ask(signal, (client, timed) => {
        requireCapability(client, 'prompts');
        return client.getPrompt(params, timed);
      });
      return promptContent(result);
    },
    async watchResource(uri, onUpdate, signal) {
      const { watchResource } = await import('./watch-resource.ts');
      const watching = { server: definition.name, onUpdate, signal, clock, limits };
      return use(client => watchResource(client, uri, watching), signal);
    },
  };
}
