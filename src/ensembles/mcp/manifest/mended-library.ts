import {
  type Client,
  type GetPromptRequest,
  type GetPromptResult,
  type Prompt,
  type ReadResourceRequest,
  type ReadResourceResult,
  type RequestOptions,
  type Resource,
  type ResourceTemplateType,
  specTypeSchemas,
} from '@modelcontextprotocol/client';
import { type ListKind, type ListOptions, listEntries } from './list-entries.ts';
import { withNullsAside } from './mend-entry.ts';

interface Lists {
  readonly prompts: Prompt;
  readonly resources: Resource;
  readonly resourceTemplates: ResourceTemplateType;
}

const schemas: { readonly [K in keyof Lists]: ListKind<Lists[K]>['schema'] } = {
  prompts: specTypeSchemas.Prompt,
  resources: specTypeSchemas.Resource,
  resourceTemplates: specTypeSchemas.ResourceTemplate,
};

export async function listMended<K extends keyof Lists>(
  client: Client,
  name: K,
  options: ListOptions,
): Promise<readonly Lists[K][]> {
  const { entries, broken } = await listEntries<Lists[K]>(client, { name, schema: schemas[name] }, options);
  for (const one of broken) options.note(`${one.name}: left out of the ${name}. ${one.reason}`);
  return entries;
}

/** The library itself rejects what holds a null. It answers the questions that servers ask on the way since 2026. */
export function readResource(
  client: Client,
  params: ReadResourceRequest['params'],
  options: RequestOptions,
): Promise<ReadResourceResult> {
  return client.getProtocolEra() === 'modern'
    ? client.readResource(params, options)
    : client.request({ method: 'resources/read', params }, looseResource, options);
}

export function getPrompt(
  client: Client,
  params: GetPromptRequest['params'],
  options: RequestOptions,
): Promise<GetPromptResult> {
  return client.getProtocolEra() === 'modern'
    ? client.getPrompt(params, options)
    : client.request({ method: 'prompts/get', params }, loosePrompt, options);
}

const looseResource = withNullsAside<ReadResourceResult>(specTypeSchemas.ReadResourceResult);
const loosePrompt = withNullsAside<GetPromptResult>(specTypeSchemas.GetPromptResult);
