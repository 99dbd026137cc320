import { type Client, isSpecType, SdkError, SdkErrorCode, type Tool } from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { Announced } from '../connection/capabilities.ts';
import type { Manifest, UnusableTool } from './manifest.ts';
import { schemaTrouble } from './repair-schema.ts';

export interface FetchManifestOptions {
  readonly announced: readonly Announced[];
  readonly refusesDiscovery?: true | undefined;
  readonly signal: AbortSignal;
}

export async function fetchManifest(
  client: Client,
  { announced, refusesDiscovery, signal }: FetchManifestOptions,
): Promise<Manifest> {
  const { tools, unusable } = await withoutBroken(await listTools(client, signal));
  const serverInfo = client.getServerVersion();
  const instructions = client.getInstructions();
  return defined({
    form: 2,
    announced,
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    refusesDiscovery,
    capabilities: client.getServerCapabilities() ?? {},
    tools,
    unusable,
    serverInfo,
    instructions,
  });
}

type Listed = Pick<Manifest, 'tools' | 'unusable'>;

/** Broken schemas are found once, when the server sends them, and not each time the manifest is recalled. */
async function withoutBroken({ tools, unusable }: Listed): Promise<Listed> {
  const troubles = await Promise.all(tools.map(({ inputSchema }) => schemaTrouble(inputSchema as JsonValue)));
  const broken = tools.flatMap(({ name }, index) => {
    const reason = troubles[index];
    return reason === undefined ? [] : [{ name, reason }];
  });
  return {
    tools: tools.filter((_, index) => troubles[index] === undefined),
    unusable: [...unusable, ...broken],
  };
}

/** The library rejects the whole list for one malformed tool, and for too many pages. */
async function listTools(client: Client, signal: AbortSignal): Promise<Listed> {
  try {
    const { tools } = await client.listTools(undefined, { signal, cacheMode: 'refresh' });
    return { tools, unusable: [] };
  } catch (cause) {
    if (!(cause instanceof SdkError && readable.includes(cause.code))) throw cause;
    const { listed, isWhole } = await listAnything(client, signal);
    const { tools, unusable } = sortOut(listed);
    return { tools, unusable: isWhole ? unusable : [...unusable, furtherTools] };
  }
}

const readable: readonly SdkErrorCode[] = [SdkErrorCode.InvalidResult, SdkErrorCode.ListPaginationExceeded];

const mostPages = 64;

const furtherTools: UnusableTool = {
  name: '(further tools)',
  reason: `Its list of tools has more than ${mostPages} pages. The others are left out.`,
};

interface ListedAsItIs {
  readonly listed: readonly JsonValue[];
  readonly isWhole: boolean;
}

async function listAnything(client: Client, signal: AbortSignal): Promise<ListedAsItIs> {
  const all: JsonValue[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const request = { method: 'tools/list', params: defined({ cursor }) } as const;
    const result = await client.request(request, anything, { signal });
    if (!isJsonObject(result) || !Array.isArray(result.tools)) return { listed: all, isWhole: true };
    all.push(...result.tools);
    const { nextCursor } = result;
    if (typeof nextCursor !== 'string' || nextCursor === cursor) return { listed: all, isWhole: true };
    cursor = nextCursor;
  }
  return { listed: all, isWhole: false };
}

const anything = {
  '~standard': {
    version: 1,
    vendor: 'converser',
    validate: (value: unknown) => ({ value: value as JsonValue }),
  },
} as const;

function sortOut(listed: readonly JsonValue[]): Listed {
  const tools: Tool[] = [];
  const unusable: UnusableTool[] = [];
  for (const each of listed) {
    const tool = isJsonObject(each) ? withObjectSchema(each) : each;
    if (isSpecType.Tool(tool)) tools.push(tool as unknown as Tool);
    else unusable.push({ name: nameOf(each), reason: 'The server’s description of it isn’t valid MCP.' });
  }
  return { tools, unusable };
}

/** A schema without a type must mean an object, because nothing else is possible. */
function withObjectSchema(tool: JsonObject): JsonObject {
  const { inputSchema = {} } = tool;
  return isJsonObject(inputSchema) && inputSchema.type === undefined
    ? { ...tool, inputSchema: { ...inputSchema, type: 'object' } }
    : tool;
}

function nameOf(tool: JsonValue): string {
  return isJsonObject(tool) && typeof tool.name === 'string' ? tool.name : '(without a name)';
}
