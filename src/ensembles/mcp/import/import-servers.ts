import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reasonOf } from '../../../converser/errors.ts';
import type { JsonObject } from '../../../converser/json/json.ts';
import {
  ordinaryTimeout,
  type ServerDefinition,
  type ToolSettings,
} from '../definition/server-definition.ts';
import { hideSecrets } from './hide-secrets.ts';
import type { ImportableServer } from './read-client-entry.ts';

export interface ImportTarget {
  /** Your own folder of descriptors, absolute. */
  readonly folder: string;
  readonly secrets: KeptSecrets;
  /** Shows you the whole launch of a server that came with a folder. Imported servers start without a question. */
  readonly approve: (definition: ServerDefinition) => Promise<boolean>;
}

export interface KeptSecrets {
  get(key: string): Promise<string | undefined>;
  store(key: string, value: string): Promise<void>;
}

export type ImportOutcome =
  | {
      readonly kind: 'imported';
      readonly server: ImportableServer;
      readonly file: string;
      readonly secrets: readonly string[];
    }
  /** Nothing was written, for a reason that is a sentence for people. */
  | { readonly kind: 'left'; readonly server: ImportableServer; readonly reason: string };

/**
 * Writes a descriptor for each server into your folder.
 *
 * Invariant: no file is overwritten, and nothing that looks like a secret gets into one.
 */
export async function importServers(
  chosen: readonly ImportableServer[],
  target: ImportTarget,
): Promise<readonly ImportOutcome[]> {
  const outcomes: ImportOutcome[] = [];
  for (const server of chosen) outcomes.push(await importOne(server, target));
  return outcomes;
}

async function importOne(
  server: ImportableServer,
  { folder, secrets: kept, approve }: ImportTarget,
): Promise<ImportOutcome> {
  if (server.isOfFolder && !(await approve(server.definition))) {
    return {
      kind: 'left',
      server,
      reason: 'Defined in a folder and not approved.',
    };
  }
  const { definition, secrets } = hideSecrets(server.definition);
  const file = path.join(folder, `${definition.name}.toml`);
  try {
    const other = await differing(secrets, kept);
    if (other !== undefined) {
      const reason = `The secret ${JSON.stringify(other)} already exists with a different value. Delete it first.`;
      return { kind: 'left', server, reason };
    }
    const text = await descriptorText(definition, server);
    await mkdir(folder, { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
    await storeAll(secrets, { kept, file });
    return { kind: 'imported', server, file, secrets: [...secrets.keys()] };
  } catch (cause) {
    return { kind: 'left', server, reason: isThere(cause) ? `${file} already exists.` : reasonOf(cause) };
  }
}

/** Without its secrets, the descriptor would only fail later. */
async function storeAll(
  secrets: ReadonlyMap<string, string>,
  { kept, file }: { readonly kept: KeptSecrets; readonly file: string },
): Promise<void> {
  try {
    for (const [key, value] of secrets) await kept.store(key, value);
  } catch (cause) {
    await rm(file, { force: true });
    throw cause;
  }
}

function isThere(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
}

/** Another server may go by a secret of this name. */
async function differing(
  secrets: ReadonlyMap<string, string>,
  kept: KeptSecrets,
): Promise<string | undefined> {
  for (const [key, value] of secrets) {
    const present = await kept.get(key);
    if (present !== undefined && present !== value) return key;
  }
  return undefined;
}

/** A descriptor as TOML. What is as it would be anyway is left out. */
async function descriptorText(definition: ServerDefinition, from: ImportableServer): Promise<string> {
  const { stringify } = await import('smol-toml');
  const { name, title, description, enabled, timeout } = definition;
  const table: JsonObject = {
    ensemble: {
      name,
      kind: 'mcp',
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(enabled ? {} : { enabled }),
    },
    server: { ...serverTable(definition), ...startTable(definition) },
    ...(timeout === ordinaryTimeout ? {} : { defaults: { timeout: timeout / 1000 } }),
    ...(Object.keys(definition.tools).length === 0 ? {} : { invokers: invokers(definition.tools) }),
  };
  const head = [`Imported from ${from.client}: ${from.file}`, ...from.notes].map(comment).join('\n');
  return `${head}\n\n${stringify(table)}\n`;
}

/** A name or path with a line break in it would otherwise end the comment. */
function comment(line: string): string {
  return `# ${line.replace(/\p{C}/gu, ' ')}`;
}

function serverTable({ transport }: ServerDefinition): JsonObject {
  if (transport.kind !== 'stdio') {
    const { kind, url, headers, oauthClientId } = transport;
    return {
      transport: kind,
      url,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(oauthClientId === undefined ? {} : { oauth_client_id: oauthClientId }),
    };
  }
  const { kind, command, args, env, envFile, cwd } = transport;
  return {
    transport: kind,
    command,
    args,
    ...(Object.keys(env).length === 0 ? {} : { env }),
    ...(envFile === undefined ? {} : { env_file: envFile }),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

function startTable({ startTimeout }: ServerDefinition): JsonObject {
  return startTimeout === undefined ? {} : { start_timeout: startTimeout / 1000 };
}

function invokers(tools: Readonly<Record<string, ToolSettings>>): readonly JsonObject[] {
  return Object.entries(tools).map(([name, { enabled = true }]) => ({ name, enabled }));
}
