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
import type { EnsembleRoster } from '../../../converser/ensemble/ensemble-roster.ts';
import type { Library } from '../../../converser/ensemble/library.ts';
import type { Host } from '../../../converser/host.ts';
import { defined } from '../../../converser/json/defined.ts';
import type { Client } from '../../guard/client-keys.ts';
import { createCatalogue } from './catalogue.ts';
import { explainFault } from './explain-fault.ts';
import { findResource } from './find-resource.ts';
import { gather } from './gather.ts';
import {
  type Origin,
  type PublicEntries,
  publicPrompts,
  publicResources,
  publicTemplates,
} from './nativize-entries.ts';
import { openLibraries } from './open-libraries.ts';
import { qualifiedUri } from './qualified-uri.ts';

/**
 * The resources and the prompts of all enabled ensembles that a client may use.
 *
 * Contract: rejects with an error for the client, soon after the signal aborts at the latest.
 */
export interface ClientLibrary {
  resources(signal: AbortSignal): Promise<readonly Resource[]>;
  resourceTemplates(signal: AbortSignal): Promise<readonly ResourceTemplateType[]>;
  readResource(uri: string, signal: AbortSignal): Promise<ReadResourceResult>;
  prompts(signal: AbortSignal): Promise<readonly Prompt[]>;
  getPrompt(params: GetPromptRequest['params'], signal: AbortSignal): Promise<GetPromptResult>;
  complete(params: CompleteRequestParams, signal: AbortSignal): Promise<CompleteResult['completion']>;
}

export interface ClientLibraryPorts {
  readonly roster: Pick<EnsembleRoster, 'ensembles' | 'isEnabled'>;
  readonly host: Pick<Host, 'clock' | 'log'>;
  /** A list that was given out lacks an ensemble that has answered since. */
  readonly onLate: (list: 'resources' | 'prompts') => void;
}

export function createClientLibrary(client: Client, ports: ClientLibraryPorts): ClientLibrary {
  const { resources, templates, prompts, open } = createCatalogues(client, ports);

  function libraryOf({ ensemble }: Origin): Library | undefined {
    return open().find(({ name }) => name === ensemble)?.library;
  }

  async function promptOf(name: string, signal: AbortSignal) {
    const origin = await prompts.find(name, signal);
    const library = origin && libraryOf(origin);
    if (library === undefined) throw noPrompt(name);
    return { library, own: origin?.own ?? name };
  }

  async function resourceOf(uri: string, signal: AbortSignal) {
    const origin = await findResource(uri, { resources, templates }, signal);
    const library = libraryOf(origin);
    if (library === undefined) throw new ResourceNotFoundError(uri);
    return { ...origin, library };
  }

  async function templateOf(uri: string, signal: AbortSignal) {
    const origin = await templates.find(uri, signal);
    const library = origin && libraryOf(origin);
    return library === undefined ? resourceOf(uri, signal) : { library, own: origin?.own ?? uri };
  }

  const explained = <Args extends readonly unknown[], T>(run: (...args: Args) => Promise<T>) => {
    return (...args: Args) =>
      run(...args).catch(cause => Promise.reject(explainFault(cause, ports.host.log)));
  };

  return {
    resources: explained(async signal => entriesOf(await resources.list(signal))),
    resourceTemplates: explained(async signal => entriesOf(await templates.list(signal))),
    prompts: explained(async signal => entriesOf(await prompts.list(signal))),
    readResource: explained(async (uri, signal) => {
      const { library, ensemble, own } = await resourceOf(uri, signal);
      const { contents } = await library.readResource(own, signal);
      // Who asked by a qualified address knows no other.
      if (own === uri) return { contents };
      return {
        contents: contents.map(part => ({ ...part, uri: qualifiedUri({ ensemble, uri: part.uri }) })),
      };
    }),
    getPrompt: explained(async ({ name, arguments: args }, signal) => {
      const { library, own } = await promptOf(name, signal);
      const { description, messages } = await library.getPrompt(
        defined({ name: own, arguments: args }),
        signal,
      );
      return defined({ description, messages });
    }),
    complete: explained(async ({ ref, argument, context }, signal) => {
      const isPrompt = ref.type === 'ref/prompt';
      const { library, own } = isPrompt
        ? await promptOf(ref.name, signal)
        : await templateOf(ref.uri, signal);
      const ours = isPrompt ? { ...ref, name: own } : { ...ref, uri: own };
      const { values, ...rest } = await library.complete(defined({ ref: ours, argument, context }), signal);
      return { ...rest, values: values.slice(0, mostValues) };
    }),
  };
}

/** https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion */
const mostValues = 100;

function createCatalogues(client: Client, { roster, host, onLate }: ClientLibraryPorts) {
  const { bareNames = false } = client;
  const open = () => openLibraries(client, roster);
  const gathering = { host, onLate: () => onLate('resources') };
  const resources = createCatalogue(async signal =>
    publicResources(await gather(open(), { ...gathering, signal, read: each => each.resources(never) })),
  );
  const templates = createCatalogue(async signal =>
    publicTemplates(
      await gather(open(), { ...gathering, signal, read: each => each.resourceTemplates(never) }),
    ),
  );
  const prompts = createCatalogue(async signal => {
    const late = { host, onLate: () => onLate('prompts') };
    const found = await gather(open(), { ...late, signal, read: each => each.prompts(never) });
    return publicPrompts(found, { bareNames });
  });
  return { open, resources, templates, prompts };
}

/** A list that comes too late for a client is announced, so its reading must not end with the client's request. */
const never = new AbortController().signal;

function entriesOf<T>(entries: PublicEntries<T>): readonly T[] {
  return [...entries.values()].map(({ entry }) => entry);
}

function noPrompt(name: string): ProtocolError {
  const message = `params.name: prompt ${name} not found. Ask for prompts/list to see all.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
