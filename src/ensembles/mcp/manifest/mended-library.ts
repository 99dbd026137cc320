import {
  type Client,
  type GetPromptResult,
  type Prompt,
  type ReadResourceResult,
  type RequestOptions,
  type Resource,
  type ResourceTemplateType,
  specTypeSchemas,
} from '@modelcontextprotocol/client';
import type { JsonValue } from '../../../converser/ground/json/json.ts';
import { anything, isUnreadable, type ListKind, type ListOptions, listEntries } from './list-entries.ts';
import { type EntryKind, mendEntry, withoutNulls } from './mend-entry.ts';

interface Lists {
  readonly prompts: Prompt;
  readonly resources: Resource;
  readonly resourceTemplates: ResourceTemplateType;
}

const kinds: { readonly [K in keyof Lists]: ListKind<Lists[K]> } = {
  prompts: {
    name: 'prompts',
    schema: specTypeSchemas.Prompt,
    needs: ['name'],
    strictly: async (client, options) => (await client.listPrompts(undefined, options)).prompts,
  },
  resources: {
    name: 'resources',
    schema: specTypeSchemas.Resource,
    needs: ['name', 'uri'],
    prepare: resource => ({ ...resource, name: resource.name ?? resource.uri ?? null }),
    strictly: async (client, options) => (await client.listResources(undefined, options)).resources,
  },
  resourceTemplates: {
    name: 'resourceTemplates',
    schema: specTypeSchemas.ResourceTemplate,
    needs: ['name', 'uriTemplate'],
    prepare: template => ({ ...template, name: template.name ?? template.uriTemplate ?? null }),
    strictly: async (client, options) =>
      (await client.listResourceTemplates(undefined, options)).resourceTemplates,
  },
};

export async function listMended<K extends keyof Lists>(
  client: Client,
  name: K,
  options: ListOptions,
): Promise<readonly Lists[K][]> {
  const { entries, broken } = await listEntries<Lists[K]>(client, kinds[name], options);
  for (const one of broken) options.note(`${one.name} is left out of the ${name}. ${one.reason}`);
  return entries;
}

const results: { readonly [M in keyof Results]: EntryKind<Results[M]> } = {
  'resources/read': { schema: specTypeSchemas.ReadResourceResult, needs: ['contents'] },
  'prompts/get': { schema: specTypeSchemas.GetPromptResult, needs: ['messages'] },
};

interface Results {
  readonly 'resources/read': ReadResourceResult;
  readonly 'prompts/get': GetPromptResult;
}

export interface ReadAgain<M extends keyof Results> {
  readonly method: M;
  readonly params: { readonly [name: string]: unknown };
}

/** Asks once more for what could not be read, and reads null as absent. Throws the failure if that isn't enough. */
export async function readMended<M extends keyof Results>(
  client: Client,
  { method, params }: ReadAgain<M>,
  { cause, options }: { readonly cause: unknown; readonly options: RequestOptions },
): Promise<Results[M]> {
  if (!isUnreadable(cause)) throw cause;
  const again = (await client.request({ method, params }, anything, options)) as JsonValue;
  const mended = mendEntry<Results[M]>(withoutNulls(again), results[method]);
  if (mended.kind === 'broken' || mended.left.length > 0) throw cause;
  return mended.entry;
}
