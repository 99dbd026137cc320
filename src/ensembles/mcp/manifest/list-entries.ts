import type { Client, RequestOptions, StandardSchemaV1Sync } from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { mendEntry } from './mend-entry.ts';

/** Says to people what of a server’s lists was left out. */
export type Note = (text: string) => void;

export interface ListKind<T> {
  readonly name: 'tools' | 'prompts' | 'resources' | 'resourceTemplates';
  readonly schema: StandardSchemaV1Sync<unknown, T>;
  readonly prepare?: (entry: JsonObject, note: Note) => JsonObject;
}

export interface Listed<T> {
  readonly entries: readonly T[];
  readonly broken: readonly { readonly name: string; readonly reason: string }[];
}

export interface ListOptions {
  readonly note: Note;
  readonly request: RequestOptions;
}

/** The library rejects the whole list for one malformed entry, and for too many pages. */
export async function listEntries<T>(
  client: Client,
  { name, schema, prepare = entry => entry }: ListKind<T>,
  { request, note }: ListOptions,
): Promise<Listed<T>> {
  const { written, isWhole } = await listAnything(client, name, request);
  const mended = written.map(each => mendEntry(isJsonObject(each) ? prepare(each, note) : each, schema));
  for (const { name: entry, left } of mended)
    if (left.length > 0) note(`${entry}: left out ${left.join(', ')}, which isn’t valid MCP.`);
  return {
    entries: mended.flatMap(({ entry }) => (entry === undefined ? [] : [entry])),
    broken: [
      ...mended.flatMap(({ name: broken, reason }) =>
        reason === undefined ? [] : [{ name: broken, reason }],
      ),
      ...(isWhole ? [] : [furtherOf(name)]),
    ],
  };
}

const mostPages = 64;

function furtherOf(name: string): Listed<never>['broken'][number] {
  const reason = `Its list of ${name} has more than ${mostPages} pages. The others are left out.`;
  return { name: `(further ${name})`, reason };
}

interface WrittenList {
  readonly written: readonly JsonValue[];
  readonly isWhole: boolean;
}

async function listAnything(
  client: Client,
  name: ListKind<unknown>['name'],
  options: RequestOptions,
): Promise<WrittenList> {
  const all: JsonValue[] = [];
  const method = name === 'resourceTemplates' ? 'resources/templates/list' : `${name}/list`;
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const request = { method, params: defined({ cursor }) };
    const result = await client.request(request, anything, options);
    const listed = isJsonObject(result) ? result[name] : undefined;
    if (!isJsonObject(result) || !Array.isArray(listed)) return { written: all, isWhole: true };
    all.push(...listed);
    const { nextCursor } = result;
    if (typeof nextCursor !== 'string' || nextCursor === cursor) return { written: all, isWhole: true };
    cursor = nextCursor;
  }
  return { written: all, isWhole: false };
}

const anything = {
  '~standard': {
    version: 1,
    vendor: 'converser',
    validate: (value: unknown) => ({ value: value as JsonValue }),
  },
} as const;
