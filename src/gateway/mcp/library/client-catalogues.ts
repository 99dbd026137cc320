import type { Prompt } from '@modelcontextprotocol/server';
import type { Host } from '../../../converser/ground/host.ts';
import type { Ensemble } from '../../../converser/words/ensemble/ensemble.ts';
import type { Client } from '../../guard/client-keys.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import type { Catalogues } from './find-resource.ts';
import { gather } from './gather.ts';
import { publicPrompts, publicResources, publicTemplates } from './nativize-entries.ts';

export interface ClientCatalogues extends Catalogues {
  readonly prompts: Catalogue<Prompt>;
}

export interface CatalogueSources {
  readonly open: () => readonly Ensemble[];
  readonly host: Pick<Host, 'clock' | 'log'>;
  readonly onLate: (list: 'resources' | 'prompts') => void;
}

export function createClientCatalogues(
  { bareNames = false }: Client,
  { open, host, onLate }: CatalogueSources,
): ClientCatalogues {
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
  return { resources, templates, prompts };
}

/** A list that comes too late is announced, so its reading must not end with the client's request. */
const never = new AbortController().signal;
