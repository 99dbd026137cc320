import type { Client, Tool } from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { Announced } from '../connection/capabilities.ts';
import { type Listed, listEntries, type Note } from './list-entries.ts';
import type { Manifest } from './manifest.ts';
import { mendSchema } from './mend-schema.ts';
import { schemaTrouble } from './repair-schema.ts';

export interface FetchManifestOptions {
  readonly announced: readonly Announced[];
  readonly refusesDiscovery?: true | undefined;
  readonly note: Note;
  readonly signal: AbortSignal;
}

/** No server that means well has a tenth of these, and each is checked, pinned, kept and offered. */
const mostTools = 5_000;

export async function fetchManifest(
  client: Client,
  { announced, refusesDiscovery, note, signal }: FetchManifestOptions,
): Promise<Manifest> {
  const options = { note, request: { signal }, prepare: withSoundSchema, most: mostTools };
  const listed = await listEntries(client, 'tools', options);
  const { tools, unusable } = await withoutBroken(listed);
  const serverInfo = client.getServerVersion();
  const instructions = client.getInstructions();
  return defined({
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

/** A schema without a type must mean an object, because nothing else is possible. */
function withSoundSchema(tool: JsonObject, note: Note): JsonObject {
  const written = tool.inputSchema ?? {};
  if (!isJsonObject(written)) return tool;
  const schema = mendSchema(written, keyword => note(`${tool.name}: mended ${keyword} of its inputSchema.`));
  return { ...tool, inputSchema: schema.type === undefined ? { ...schema, type: 'object' } : schema };
}

/** Broken schemas are found once, when the server sends them, and not each time the manifest is recalled. */
async function withoutBroken({
  entries,
  broken,
}: Listed<Tool>): Promise<Pick<Manifest, 'tools' | 'unusable'>> {
  const troubles = await Promise.all(
    entries.map(({ inputSchema }) => schemaTrouble(inputSchema as JsonValue)),
  );
  const unusable = entries.flatMap(({ name }, index) => {
    const reason = troubles[index];
    return reason === undefined ? [] : [{ name, reason }];
  });
  return {
    tools: entries.filter((_, index) => troubles[index] === undefined),
    unusable: [...broken, ...unusable],
  };
}
