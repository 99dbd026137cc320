import { defined } from '../../../converser/json/defined.ts';
import { isJsonObject, type JsonValue } from '../../../converser/json/json.ts';
import { visibleLine } from '../../../converser/wording/visible-text.ts';
import type { Diagnostic, KeyPath } from '../../descriptors/mistakes/diagnostic.ts';
import { placeholdersIn } from '../definition/placeholders.ts';
import {
  type InputDefinition,
  ordinaryMaxTimeout,
  ordinaryTimeout,
  type ServerDefinition,
  type ServerTransport,
} from '../definition/server-definition.ts';
import { checkEntry } from './check-entry.ts';
import type { JsonDocument } from './json-document.ts';
import { httpEntry, stdioEntry } from './mcp-json-schema.ts';
import { ensembleNameOf } from './server-name.ts';

export interface ServerEntry {
  readonly file: Pick<ServerDefinition, 'origin' | 'source' | 'folder'>;
  /** Its name in the file. */
  readonly written: string;
  /** All inputs of the file. */
  readonly inputs: readonly InputDefinition[];
  readonly document: JsonDocument;
  readonly path: KeyPath;
}

/** One server in VS Code's format. */
export async function readServerEntry(
  entry: JsonValue,
  place: ServerEntry,
): Promise<{ readonly definition?: ServerDefinition; readonly diagnostics: readonly Diagnostic[] }> {
  const isHttp =
    isJsonObject(entry) && entry.command === undefined && (entry.url !== undefined || isRemote(entry.type));
  const found = await checkEntry(entry, isHttp ? httpEntry : stdioEntry, place);
  if (found.some(isMistake)) return { diagnostics: found };
  const written = entry as unknown as Written;
  const diagnostics = [...found, ...unlikeVsCode(written, place), ...missingInputs(entry, place)];
  if (diagnostics.some(isMistake)) return { diagnostics };
  return { definition: define(written, entry, place), diagnostics };
}

function isRemote(type: JsonValue | undefined): boolean {
  return type === 'http' || type === 'sse';
}

function isMistake({ severity }: Diagnostic): boolean {
  return severity !== 'warning';
}

interface Written {
  readonly type?: 'stdio' | 'http' | 'sse';
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | number | null>>;
  readonly envFile?: string;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly oauth?: { readonly clientId?: string; readonly enterpriseManaged?: boolean };
  readonly sandboxEnabled?: boolean;
  readonly dev?: JsonValue;
}

/** What VS Code does and Converser does not. A server that should be restricted must not start without it. */
function unlikeVsCode(
  { sandboxEnabled, oauth, dev }: Written,
  { document, path }: ServerEntry,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  if (sandboxEnabled === true) {
    const message = "Converser can't run a server in a sandbox, so it doesn't start this one.";
    found.push(document.diagnose([...path, 'sandboxEnabled'], { at: 'key', message }));
  }
  if (oauth?.enterpriseManaged === true) {
    const message =
      "Converser can't sign in through your company's identity provider, so it doesn't connect to this server.";
    found.push(document.diagnose([...path, 'oauth', 'enterpriseManaged'], { at: 'key', message }));
  }
  if (dev !== undefined) {
    const message = 'Converser starts this server without watching or debugging it.';
    found.push(document.diagnose([...path, 'dev'], { at: 'key', message, severity: 'warning' }));
  }
  return found;
}

function missingInputs(entry: JsonValue, { inputs, document, path }: ServerEntry): readonly Diagnostic[] {
  return usedInputs(entry)
    .filter(id => !inputs.some(input => input.id === id))
    .map(id => {
      const message = `The input ${JSON.stringify(id)} is used but not defined under "inputs".`;
      return document.diagnose(path, { at: 'key', message });
    });
}

function usedInputs(value: JsonValue | undefined): readonly string[] {
  const texts = typeof value === 'string' ? [value] : [];
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : [];
  const used = texts
    .flatMap(placeholdersIn)
    .flatMap(({ name, argument = '' }) => (name === 'input' ? [argument] : []));
  return [...new Set([...used, ...inner.flatMap(usedInputs)])];
}

function define(
  written: Written,
  entry: JsonValue,
  { file, written: title, inputs }: ServerEntry,
): ServerDefinition {
  const name = ensembleNameOf(title);
  const used = usedInputs(entry);
  const own = inputs.filter(({ id }) => used.includes(id));
  return defined({
    name,
    title: title === name ? undefined : visibleLine(title),
    origin: file.origin,
    source: file.source,
    folder: file.folder,
    transport: transportOf(written),
    inputs: own.length === 0 ? undefined : own,
    enabled: true,
    eager: false,
    timeout: ordinaryTimeout,
    maxTimeout: ordinaryMaxTimeout,
    tools: {},
    sampling: false,
  });
}

function transportOf({ type, command, url = '', ...written }: Written): ServerTransport {
  if (command === undefined) {
    const { headers = {}, oauth } = written;
    const kind = type === 'sse' ? 'sse' : 'http';
    return defined({ kind, url, headers, oauthClientId: oauth?.clientId });
  }
  const { args = [], env = {}, envFile, cwd } = written;
  return defined({
    kind: 'stdio',
    command,
    args,
    // `null` withholds a variable. A server gets only listed variables anyway.
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
    ),
    envFile,
    cwd,
  });
}
