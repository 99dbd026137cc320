import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { Diagnostic } from '../../descriptors/mistakes/diagnostic.ts';
import { placeholdersIn } from '../definition/placeholders.ts';
import type { InputDefinition, ServerDefinition } from '../definition/server-definition.ts';
import { dialects } from '../entries/dialect.ts';
import { defineServer, mapTexts, normalizeEntry } from '../entries/read-entry.ts';
import { valueAt } from '../entries/value-at.ts';
import { checkEntry, type EntryPlace } from './check-entry.ts';
import { httpEntry, stdioEntry } from './mcp-json-schema.ts';

export interface ServerEntry extends EntryPlace {
  readonly file: Pick<ServerDefinition, 'origin' | 'source' | 'folder'> & {
    readonly isShared?: true;
  };
  readonly written: string;
  readonly inputs: readonly InputDefinition[];
}

export async function readServerEntry(
  value: JsonValue,
  place: ServerEntry,
): Promise<{ readonly definition?: ServerDefinition; readonly diagnostics: readonly Diagnostic[] }> {
  const { file, written, inputs } = place;
  const entry = file.isShared && isJsonObject(value) ? asInVsCode(value) : value;
  const schema = isHttp(entry) ? httpEntry : stdioEntry;
  const found = await checkEntry(entry, schema, place);
  if (!isJsonObject(entry) || found.some(isMistake)) return { diagnostics: found };
  const used = usedInputs(entry);
  const diagnostics = [...found, ...unlikeVsCode(entry, place), ...missingInputs(used, place)];
  if (diagnostics.some(isMistake)) return { diagnostics };
  const { origin, source, folder } = file;
  const own = inputs.filter(({ id }) => used.includes(id));
  const server = defined({ origin, source, folder, inputs: own.length === 0 ? undefined : own });
  // A key that VS Code doesn't know may have another meaning for other programs.
  const keys = Object.entries(entry).filter(([key]) => valueAt(schema, ['properties', key]) !== undefined);
  const known = Object.fromEntries(keys);
  return { definition: defineServer({ ...server, written, entry: known }, dialects.vscode), diagnostics };
}

/** Claude Code, Copilot CLI and Visual Studio write `streamable-http`, `local` and `transport` into shared files. */
function asInVsCode(written: JsonObject): JsonObject {
  const entry = normalizeEntry(written, { placeholders: 'shared' });
  const { type, transport, url } = entry;
  const named = transport === 'sse' && typeof url === 'string' ? transport : type;
  if (named === undefined) return entry;
  return { ...entry, type: named === 'streamable-http' ? 'http' : named === 'local' ? 'stdio' : named };
}

function isHttp(entry: JsonValue): boolean {
  if (!isJsonObject(entry) || entry.command !== undefined) return false;
  return entry.url !== undefined || entry.type === 'http' || entry.type === 'sse';
}

function isMistake({ severity }: Diagnostic): boolean {
  return severity !== 'warning';
}

/** A server that should be restricted must not start without the restriction. */
function unlikeVsCode(entry: JsonObject, { document, path }: ServerEntry): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  if (entry.sandboxEnabled === true) {
    const message = 'Converser can’t run a server in a sandbox, so it doesn’t start this one.';
    found.push(document.diagnose([...path, 'sandboxEnabled'], { at: 'key', message }));
  }
  if (valueAt(entry, ['oauth', 'enterpriseManaged']) === true) {
    const message =
      'Converser can’t sign in through your company’s identity provider, so it doesn’t connect to this server.';
    found.push(document.diagnose([...path, 'oauth', 'enterpriseManaged'], { at: 'key', message }));
  }
  if (entry.dev !== undefined) {
    const message = 'Converser starts this server without watching or debugging it.';
    found.push(document.diagnose([...path, 'dev'], { at: 'key', message, severity: 'warning' }));
  }
  return found;
}

function missingInputs(
  used: readonly string[],
  { inputs, document, path }: ServerEntry,
): readonly Diagnostic[] {
  return used
    .filter(id => !inputs.some(input => input.id === id))
    .map(id => {
      const message = `The input ${JSON.stringify(id)} is used but not defined under "inputs".`;
      return document.diagnose(path, { at: 'key', message });
    });
}

function usedInputs(entry: JsonObject): readonly string[] {
  const used = new Set<string>();
  mapTexts(entry, text => {
    for (const { name, argument = '' } of placeholdersIn(text)) if (name === 'input') used.add(argument);
    return text;
  });
  return [...used];
}
