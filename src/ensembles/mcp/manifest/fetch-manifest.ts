import { type Client, isSpecType, SdkError, SdkErrorCode, type Tool } from '@modelcontextprotocol/client';
import { defined } from '../../../converser/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/json/json.ts';
import type { Announced } from '../connection/capabilities.ts';
import type { Manifest, UnusableTool } from './manifest.ts';
import { schemaTrouble } from './repair-schema.ts';

export interface FetchManifestOptions {
  /** The capabilities that we announced to the server. */
  readonly announced: readonly Announced[];
  /** What its handshake showed. */
  readonly refusesDiscovery?: true | undefined;
  readonly signal: AbortSignal;
}

/** Reads everything that a server offers, page by page. */
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

/** The library rejects the whole list for one malformed tool. */
async function listTools(client: Client, signal: AbortSignal): Promise<Listed> {
  try {
    const { tools } = await client.listTools(undefined, { signal, cacheMode: 'refresh' });
    return { tools, unusable: [] };
  } catch (cause) {
    if (!(cause instanceof SdkError && cause.code === SdkErrorCode.InvalidResult)) throw cause;
    return sortOut(await listAnything(client, signal));
  }
}

/** Pages; some lists never end. */
const mostPages = 64;

async function listAnything(client: Client, signal: AbortSignal): Promise<readonly JsonValue[]> {
  const all: JsonValue[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const request = { method: 'tools/list', params: defined({ cursor }) } as const;
    const result = await client.request(request, anything, { signal });
    if (!isJsonObject(result) || !Array.isArray(result.tools)) return all;
    all.push(...result.tools);
    const { nextCursor } = result;
    if (typeof nextCursor !== 'string' || nextCursor === cursor) return all;
    cursor = nextCursor;
  }
  return all;
}

/** Accepts any JSON. */
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
    else unusable.push({ name: nameOf(each), reason: "The server's description of it isn't valid MCP." });
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
