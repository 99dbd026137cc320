import { type Client, specTypeSchemas, type Tool } from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { Announced } from '../connection/capabilities.ts';
import { type Listed, type ListKind, listEntries, type Note } from './list-entries.ts';
import type { Manifest, UnusableTool } from './manifest.ts';
import { mendSchema } from './mend-schema.ts';
import { schemaTrouble } from './repair-schema.ts';

export interface FetchManifestOptions {
  readonly announced: readonly Announced[];
  readonly refusesDiscovery?: true | undefined;
  readonly note: Note;
  readonly signal: AbortSignal;
}

export async function fetchManifest(
  client: Client,
  { announced, refusesDiscovery, note, signal }: FetchManifestOptions,
): Promise<Manifest> {
  const listed = await listEntries(client, toolList, { note, request: { signal } });
  const { tools, unusable } = await withoutBroken(listed, note);
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

const toolList: ListKind<Tool> = {
  name: 'tools',
  schema: specTypeSchemas.Tool as ListKind<Tool>['schema'],
  needs: ['name', 'inputSchema'],
  async strictly(client, options) {
    const { tools } = await client.listTools(undefined, { ...options, cacheMode: 'refresh' });
    return tools;
  },
  prepare: withObjectSchema,
};

/** A schema without a type must mean an object, because nothing else is possible. */
function withObjectSchema(tool: JsonObject, note: Note): JsonObject {
  const written = tool.inputSchema ?? {};
  if (!isJsonObject(written)) return tool;
  const inputSchema = mendSchema(written, path => note(schemaNote(String(tool.name), path)));
  return {
    ...tool,
    inputSchema: inputSchema.type === undefined ? { ...inputSchema, type: 'object' } : inputSchema,
  };
}

function schemaNote(name: string, path: string): string {
  return `${name}: left out inputSchema${path}, which isn’t valid JSON Schema.`;
}

/** Broken schemas are found once, when the server sends them, and not each time the manifest is recalled. */
async function withoutBroken(
  { entries, broken }: Listed<Tool>,
  note: Note,
): Promise<Pick<Manifest, 'tools' | 'unusable'>> {
  const mended = entries.map(tool => withMendedSchema(tool, note));
  const troubles = await Promise.all(
    mended.map(({ inputSchema }) => schemaTrouble(inputSchema as JsonValue)),
  );
  const unusable: UnusableTool[] = mended.flatMap(({ name }, index) => {
    const reason = troubles[index];
    return reason === undefined ? [] : [{ name, reason }];
  });
  return {
    tools: mended.filter((_, index) => troubles[index] === undefined),
    unusable: [...broken, ...unusable],
  };
}

function withMendedSchema(tool: Tool, note: Note): Tool {
  const written = tool.inputSchema as JsonObject;
  try {
    const inputSchema = mendSchema(written, path => note(schemaNote(tool.name, path)));
    return inputSchema === written ? tool : ({ ...tool, inputSchema } as Tool);
  } catch {
    // It is nested too deeply, which is told as its trouble.
    return tool;
  }
}
