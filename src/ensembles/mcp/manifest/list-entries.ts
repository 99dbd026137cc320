import {
  type Client,
  type Prompt,
  type RequestOptions,
  type Resource,
  type ResourceTemplateType,
  SdkError,
  SdkErrorCode,
  type StandardSchemaV1Sync,
  specTypeSchemas,
  type Tool,
} from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { isNestedDeeper, mostNestedInResults } from '../../../converser/ground/json/nesting.ts';
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
  /** Further entries aren’t even looked at. Default: all are. */
  readonly most?: number;
}

export async function listEntries<K extends keyof Entries>(
  client: Client,
  kind: K,
  { request, note, prepare = entry => entry, most = Number.POSITIVE_INFINITY }: ListOptions,
): Promise<Listed<Entries[K]>> {
  const capability = kind === 'resourceTemplates' ? 'resources' : (kind as 'tools' | 'prompts' | 'resources');
  if (client.getServerCapabilities()?.[capability] === undefined) return { entries: [], broken: [] };
  const { written, isWhole } =
    (await listByLibrary(client, kind, request)) ?? (await listAnything(client, kind, { ...request, most }));
  const mended = written.slice(0, most).map(each => {
    const isSound = isJsonObject(each) && !isNestedDeeper(each, mostNestedInResults);
    return mendEntry(isSound ? prepare(each, note) : each, schemas[kind]);
  });
  for (const { name, left } of mended)
    if (left.length > 0) note(`${name}: left out ${left.join(', ')}, which isn’t valid MCP.`);
  const bound = isWhole ? `${most.toLocaleString('en')} entries` : `${mostPages} pages`;
  const further = `Its list of ${kind} has more than ${bound}. The others are left out.`;
  return {
    entries: mended.flatMap(({ entry }) => entry ?? []),
    broken: [
      ...mended.flatMap(({ name, reason }) => (reason === undefined ? [] : { name, reason })),
      ...(isWhole && written.length <= most ? [] : [{ name: `(further ${kind})`, reason: further }]),
    ],
  };
}

interface WrittenList {
  readonly written: readonly JsonValue[];
  readonly isWhole: boolean;
}

/** It leaves out tools whose headers break the rules of 2026, but rejects all for one malformed tool or too many pages. */
async function listByLibrary(
  client: Client,
  kind: keyof Entries,
  options: RequestOptions,
): Promise<WrittenList | undefined> {
  if (kind !== 'tools' || client.getProtocolEra() !== 'modern') return undefined;
  const listed = client.listTools(undefined, { ...options, cacheMode: 'refresh' });
  return listed.then(
    ({ tools }) => ({ written: tools as unknown as readonly JsonValue[], isWhole: true }),
    cause => (cause instanceof SdkError && readable.includes(cause.code) ? undefined : Promise.reject(cause)),
  );
}

const readable: readonly SdkErrorCode[] = [SdkErrorCode.InvalidResult, SdkErrorCode.ListPaginationExceeded];

const mostPages = 64;

async function listAnything(
  client: Client,
  kind: keyof Entries,
  { most, ...options }: RequestOptions & { readonly most: number },
): Promise<WrittenList> {
  const written: JsonValue[] = [];
  const method = kind === 'resourceTemplates' ? 'resources/templates/list' : `${kind}/list`;
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const result = await client.request({ method, params: defined({ cursor }) }, anything, options);
    const { [kind]: listed, nextCursor } = isJsonObject(result) ? result : {};
    written.push(...(Array.isArray(listed) ? listed : []));
    if (typeof nextCursor !== 'string' || nextCursor === cursor || written.length > most)
      return { written, isWhole: true };
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
