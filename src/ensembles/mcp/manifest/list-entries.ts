import { type Client, type RequestOptions, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { type EntryKind, mendEntry } from './mend-entry.ts';

/** Says to people what of a server’s lists was left out. */
export type Note = (text: string) => void;

export interface ListKind<T> extends EntryKind<T> {
  readonly name: 'tools' | 'prompts' | 'resources' | 'resourceTemplates';
  /** Rejects the whole list for one malformed entry, and for too many pages. */
  readonly strictly: (client: Client, options: RequestOptions) => Promise<readonly T[]>;
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

export async function listEntries<T>(
  client: Client,
  kind: ListKind<T>,
  { request, note }: ListOptions,
): Promise<Listed<T>> {
  try {
    return { entries: await kind.strictly(client, request), broken: [] };
  } catch (cause) {
    if (!isUnreadable(cause)) throw cause;
    const { written, isWhole } = await listAnything(client, kind.name, request);
    const { entries, broken } = sortOut(written, kind, note);
    return { entries, broken: isWhole ? broken : [...broken, furtherOf(kind.name)] };
  }
}

export function isUnreadable(cause: unknown): boolean {
  return cause instanceof SdkError && readable.includes(cause.code);
}

const readable: readonly SdkErrorCode[] = [SdkErrorCode.InvalidResult, SdkErrorCode.ListPaginationExceeded];

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
    const request = { method, params: defined({ cursor }) } as const;
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

export const anything = {
  '~standard': {
    version: 1,
    vendor: 'converser',
    validate: (value: unknown) => ({ value: value as JsonValue }),
  },
} as const;

function sortOut<T>(written: readonly JsonValue[], kind: ListKind<T>, note: Note): Listed<T> {
  const entries: T[] = [];
  const broken: Listed<T>['broken'][number][] = [];
  for (const each of written) {
    const prepared = isJsonObject(each) && kind.prepare !== undefined ? kind.prepare(each, note) : each;
    const mended = mendEntry(prepared, kind);
    if (mended.kind === 'broken') {
      const reason = `The server’s description of it isn’t valid MCP (${mended.reason}).`;
      broken.push({ name: mended.name, reason });
    } else {
      entries.push(mended.entry);
      if (mended.left.length > 0)
        note(`${mended.name}: left out ${mended.left.join(', ')}, which isn’t valid MCP.`);
    }
  }
  return { entries, broken };
}
