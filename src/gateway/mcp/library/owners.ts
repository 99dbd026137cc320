import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Ensemble } from '../../../converser/words/ensemble/ensemble.ts';
import type { Library } from '../../../converser/words/ensemble/library.ts';
import type { ClientCatalogues } from './client-catalogues.ts';
import { type FoundResource, findResource } from './find-resource.ts';
import type { Origin } from './nativize-entries.ts';

export interface Owner extends Origin {
  readonly library: Library;
  readonly watchResource: Ensemble['watchResource'];
}

export interface Owners {
  ofPrompt(name: string, signal: AbortSignal): Promise<Owner>;
  ofResource(uri: string, signal: AbortSignal): Promise<Owner & FoundResource>;
  ofTemplate(uri: string, signal: AbortSignal): Promise<Owner>;
}

export function createOwners(
  { resources, templates, prompts }: ClientCatalogues,
  open: () => readonly Ensemble[],
): Owners {
  function ownerOf<Found extends Origin>(origin: Found | undefined): (Owner & Found) | undefined {
    if (origin === undefined) return undefined;
    const { library, watchResource } = open().find(({ name }) => name === origin.ensemble) ?? {};
    return library === undefined ? undefined : { ...origin, library, watchResource };
  }

  async function ofResource(uri: string, signal: AbortSignal): Promise<Owner & FoundResource> {
    const owner = ownerOf(await findResource(uri, { resources, templates }, signal));
    if (owner === undefined) throw new ResourceNotFoundError(uri);
    return owner;
  }

  return {
    ofResource,
    async ofPrompt(name, signal) {
      const owner = ownerOf(await prompts.find(name, signal));
      if (owner === undefined) throw noPrompt(name);
      return owner;
    },
    async ofTemplate(uri, signal) {
      return ownerOf(await templates.find(uri, signal)) ?? ofResource(uri, signal);
    },
  };
}

function noPrompt(name: string): ProtocolError {
  const message = `params.name: prompt ${name} not found. Ask for prompts/list to see all.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
