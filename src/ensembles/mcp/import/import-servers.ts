import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../../converser/ground/causes.ts';
import { reasonOf } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import { ordinaryTimeout, type ServerDefinition } from '../definition/server-definition.ts';
import type { SecretStore } from '../sign-in/credentials.ts';
import { hideSecrets } from './hide-secrets.ts';
import type { ImportableServer } from './read-client-entry.ts';
import { serverTable } from './server-table.ts';

export interface ImportTarget {
  readonly folder: string;
  readonly secrets: KeptSecrets;
  /** Shows the whole launch of a server that came with a folder. Imported servers start without a question. */
  readonly approve: (definition: ServerDefinition) => Promise<boolean>;
}

type KeptSecrets = Pick<SecretStore, 'get' | 'store'>;

export type ImportOutcome =
  | {
      readonly kind: 'imported';
      readonly server: ImportableServer;
      readonly file: string;
      readonly secrets: readonly string[];
    }
  | { readonly kind: 'left'; readonly server: ImportableServer; readonly reason: string };

/** Invariant: no file is overwritten, and none contains anything that looks like a secret. */
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
    return { kind: 'left', server, reason: 'Defined in a folder and not approved.' };
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
    return {
      kind: 'left',
      server,
      reason: hasCode(cause, 'EEXIST') ? `${file} already exists.` : reasonOf(cause),
    };
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

/** Another server may use a secret of this name. */
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

async function descriptorText(definition: ServerDefinition, from: ImportableServer): Promise<string> {
  const { stringify } = await import('smol-toml');
  const { name, title, description, enabled, timeout } = definition;
  const tools = Object.entries(definition.tools).map(([tool, { enabled = true }]) => ({
    name: tool,
    enabled,
  }));
  const table = defined({
    ensemble: defined({ name, kind: 'mcp', title, description, enabled: enabled ? undefined : enabled }),
    server: serverTable(definition),
    defaults: timeout === ordinaryTimeout ? undefined : { timeout: timeout / 1000 },
    invokers: tools.length === 0 ? undefined : tools,
  });
  const head = [`Imported from ${from.client}: ${from.file}`, ...from.notes].map(comment).join('\n');
  return `${head}\n\n${stringify(table)}\n`;
}

/** A line break in a name or path would end the comment. */
function comment(line: string): string {
  return `# ${line.replace(/\p{C}/gu, ' ')}`;
}
