import {
  type Client,
  type Prompt,
  type RequestOptions,
  type Resource,
  type ResourceTemplateType,
  type StandardSchemaV1Sync,
  specTypeSchemas,
  type Tool,
} from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { mendEntry } from './mend-entry.ts';

/** Says to people what of a server’s lists was left out. */
export type Note = (text: string) => void;

interface Entries {
  readonly tools: Tool;
  readonly prompts: Prompt;
  readonly resources: Resource;
  readonly resourceTemplates: ResourceTemplateType;
}

const schemas = {
  tools: specTypeSchemas.Tool,
  prompts: specTypeSchemas.Prompt,
  resources: specTypeSchemas.Resource,
  resourceTemplates: specTypeSchemas.ResourceTemplate,
} as { readonly [K in keyof Entries]: StandardSchemaV1Sync<unknown, Entries[K]> };

export interface Listed<T> {
  readonly entries: readonly T[];
  readonly broken: readonly { readonly name: string; readonly reason: string }[];
}

export interface ListOptions {
  readonly note: Note;
  readonly request: RequestOptions;
  readonly prepare?: (entry: JsonObject, note: Note) => JsonObject;
}

/** The library rejects the whole list for one malformed entry, and for too many pages. */
export async function listEntries<K extends keyof Entries>(
  client: Client,
  kind: K,
  { request, note, prepare = entry => entry }: ListOptions,
): Promise<Listed<Entries[K]>> {
  const capability = kind === 'resourceTemplates' ? 'resources' : (kind as 'tools' | 'prompts' | 'resources');
  if (client.getServerCapabilities()?.[capability] === undefined) return { entries: [], broken: [] };
  const { written, isWhole } = await listAnything(client, kind, request);
  const mended = written.map(each =>
    mendEntry(isJsonObject(each) ? prepare(each, note) : each, schemas[kind]),
  );
  for (const { name, left } of mended)
    if (left.length > 0) note(`${name}: left out ${left.join(', ')}, which isn’t valid MCP.`);
  const further = `Its list of ${kind} has more than ${mostPages} pages. The others are left out.`;
  return {
    entries: mended.flatMap(({ entry }) => entry ?? []),
    broken: [
      ...mended.flatMap(({ name, reason }) => (reason === undefined ? [] : { name, reason })),
      ...(isWhole ? [] : [{ name: `(further ${kind})`, reason: further }]),
    ],
  };
}

const mostPages = 64;

async function listAnything(client: Client, kind: keyof Entries, options: RequestOptions) {
  const written: JsonValue[] = [];
  const method = kind === 'resourceTemplates' ? 'resources/templates/list' : `${kind}/list`;
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const result = await client.request({ method, params: defined({ cursor }) }, anything, options);
    const { [kind]: listed, nextCursor } = isJsonObject(result) ? result : {};
    written.push(...(Array.isArray(listed) ? listed : []));
    if (typeof nextCursor !== 'string' || nextCursor === cursor) return { written, isWhole: true };
    cursor = nextCursor;
  }
  return { written, isWhole: false };
}

const anything = {
  '~standard': {
    version: 1,
    vendor: 'converser',
    validate: (value: unknown) => ({ value: value as JsonValue }),
  },
} as const;
