import {
  type CompleteRequestParams,
  type CompleteResult,
  type GetPromptRequest,
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { ConverserError, reasonOf } from '../../../converser/ground/errors.ts';
import type { Host } from '../../../converser/ground/host.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { Log } from '../../../converser/ground/ports.ts';
import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import type { Client } from '../../guard/client-keys.ts';
import { placeOf } from '../../guard/place-of.ts';
import type { CallWatch } from '../call-watch.ts';
import { type ClientCatalogues, createClientCatalogues } from './client-catalogues.ts';
import type { PublicEntries } from './nativize-entries.ts';
import { openLibraries } from './open-libraries.ts';
import { createOwners, type Owners } from './owners.ts';
import { qualifiedUri } from './qualified-uri.ts';
import { createResourceUpdates, type ResourceUpdates } from './resource-updates.ts';

/** Contract: rejects with an error for the client, soon after the signal aborts at the latest. */
export interface ClientLibrary {
  resources(signal: AbortSignal): Promise<readonly Resource[]>;
  resourceTemplates(signal: AbortSignal): Promise<readonly ResourceTemplateType[]>;
  readResource(uri: string, reading: Asking): Promise<ReadResourceResult>;
  prompts(signal: AbortSignal): Promise<readonly Prompt[]>;
  getPrompt(params: GetPromptRequest['params'], getting: Asking): Promise<GetPromptResult>;
  complete(
    params: CompleteRequestParams,
    completing: Pick<Asking, 'signal'>,
  ): Promise<CompleteResult['completion']>;
}

export type Asking = Pick<CallWatch, 'signal' | 'askCaller'>;

export interface ClientLibraryPorts {
  readonly roster: Pick<EnsembleRoster, 'ensembles' | 'isEnabled'>;
  readonly host: Pick<Host, 'clock' | 'log'>;
  readonly onLate: (list: 'resources' | 'prompts') => void;
}

export interface OpenedLibrary {
  readonly library: ClientLibrary;
  readonly updates: ResourceUpdates;
}

export function openLibrary(client: Client, ports: ClientLibraryPorts): OpenedLibrary {
  const open = () => openLibraries(client, ports.roster);
  const catalogues = createClientCatalogues(client, { open, host: ports.host, onLate: ports.onLate });
  const owners = createOwners(catalogues, open);
  const explained: Explained =
    run =>
    (...args) =>
      run(...args).catch(cause => Promise.reject(explainFault(cause, ports.host.log)));
  const updates = createResourceUpdates(owners, open);
  return {
    library: createClientLibrary(catalogues, { owners, explained }),
    updates: { ...updates, watch: explained(updates.watch) },
  };
}

type Explained = <Args extends readonly unknown[], T>(
  run: (...args: Args) => Promise<T>,
) => (...args: Args) => Promise<T>;

function createClientLibrary(
  { resources, templates, prompts }: ClientCatalogues,
  { owners, explained }: { readonly owners: Owners; readonly explained: Explained },
): ClientLibrary {
  return {
    resources: explained(async signal => entriesOf(await resources.list(signal))),
    resourceTemplates: explained(async signal => entriesOf(await templates.list(signal))),
    prompts: explained(async signal => entriesOf(await prompts.list(signal))),
    readResource: explained(async (uri, { signal, askCaller }) => {
      const { library, ensemble, own, isListed } = await owners.ofResource(uri, signal);
      const { contents } = await library
        .readResource(own, signal, askCaller)
        .catch(cause => Promise.reject(explainUnread(cause, { uri, isListed })));
      // The specification knows no resource without contents, but some MCP servers answer so.
      if (contents.length === 0 && !isListed) throw new ResourceNotFoundError(uri);
      // Clients that ask by a qualified address know no other.
      if (own === uri) return { contents };
      return {
        contents: contents.map(part => ({ ...part, uri: qualifiedUri({ ensemble, uri: part.uri }) })),
      };
    }),
    getPrompt: explained(async ({ name, arguments: args }, { signal, askCaller }) => {
      const { library, own } = await owners.ofPrompt(name, signal);
      const { description, messages } = await library.getPrompt(
        defined({ name: own, arguments: args }),
        signal,
        askCaller,
      );
      return defined({ description, messages });
    }),
    complete: explained(async ({ ref, argument, context }, { signal }) => {
      const isPrompt = ref.type === 'ref/prompt';
      const { library, own } = isPrompt
        ? await owners.ofPrompt(ref.name, signal)
        : await owners.ofTemplate(ref.uri, signal);
      const ours = isPrompt ? { ...ref, name: own } : { ...ref, uri: own };
      const { values, ...rest } = await library.complete(defined({ ref: ours, argument, context }), signal);
      return { ...rest, values: values.slice(0, mostValues) };
    }),
  };
}

/** https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion */
const mostValues = 100;

function entriesOf<T>(entries: PublicEntries<T>): readonly T[] {
  return [...entries.values()].map(({ entry }) => entry);
}

/** Most codes of an MCP server behind would say something about this one: that it lacks a method, or wants a capability. */
function explainFault(cause: unknown, log: Pick<Log, 'error'>): ProtocolError {
  const code = codeOf(cause);
  // The server library and the client library have different error classes.
  if (code === ProtocolErrorCode.InvalidParams || code === ProtocolErrorCode.ResourceNotFound)
    return cause instanceof ProtocolError
      ? cause
      : new ProtocolError(ProtocolErrorCode.InvalidParams, reasonOf(cause));
  if (cause instanceof ConverserError || code !== undefined)
    return new ProtocolError(ProtocolErrorCode.InternalError, reasonOf(cause));
  log.error(placeOf(cause));
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    'Failed inside Converser. See its log for details.',
  );
}

/** Four codes are in use: https://modelcontextprotocol.io/seps/2164-resource-not-found-error */
function explainUnread(
  cause: unknown,
  { uri, isListed }: { readonly uri: string; readonly isListed: boolean },
): unknown {
  const code = codeOf(cause);
  const isMissing =
    code === ProtocolErrorCode.InvalidParams ||
    code === ProtocolErrorCode.ResourceNotFound ||
    (!isListed && typeof code === 'number');
  return isMissing ? new ResourceNotFoundError(uri, reasonOf(cause)) : cause;
}

/** The protocol's errors have numbers, the client library's words. */
function codeOf(cause: unknown): string | number | undefined {
  if (!(cause instanceof Error) || !('code' in cause)) return undefined;
  return typeof cause.code === 'number' || typeof cause.code === 'string' ? cause.code : undefined;
}
