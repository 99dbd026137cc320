import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { Diagnostic, KeyPath } from '../../descriptors/mistakes/diagnostic.ts';
import { suggestion } from '../../descriptors/mistakes/nearest-name.ts';
import { isOwnGateway } from '../definition/own-gateway.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import { type JsonDocument, readJsonDocument } from '../entries/json-document.ts';
import { ensembleNameOf } from '../entries/server-name.ts';
import { valueAt } from '../entries/value-at.ts';
import { readInputs } from './read-inputs.ts';
import { readServerEntry, type ServerEntry } from './read-server-entry.ts';

export interface McpJsonFile extends Pick<ServerDefinition, 'origin' | 'source' | 'folder'> {
  readonly file: string;
  readonly text: string;
  readonly section: KeyPath;
  readonly isShared?: true;
}

export interface McpJson {
  readonly servers: readonly ReadServer[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReadServer {
  readonly name: string;
  readonly definition?: ServerDefinition;
  readonly diagnoseName: (message: string) => Diagnostic;
}

/** A mistake in one server doesn't affect the others. In shared files, unknown keys are for other programs. */
export async function readMcpJson(file: McpJsonFile): Promise<McpJson> {
  const document = await readJsonDocument(file.file, file.text);
  // Other files are VS Code's own, which reports their mistakes itself.
  const isOwn = file.section.length === 0;
  if (document.broken.length > 0) return { servers: [], diagnostics: isOwn ? document.broken : [] };
  const section = valueAt(document.value, file.section);
  if (section === undefined) return { servers: [], diagnostics: [] };
  if (!isJsonObject(section)) return mistaken(document, file.section, 'an object with "servers"');
  const { path, entries } = serversIn(section, file);
  if (!isJsonObject(entries)) return mistaken(document, path, 'an object, with a key for each server');
  const { inputs: writtenInputs = [] } = section;
  const inputs = await readInputs(writtenInputs, { document, path: [...file.section, 'inputs'] });
  const read = await readServers(entries, { file, document, inputs: inputs.inputs, path });
  const mistakes = [...inputs.diagnostics, ...read.diagnostics];
  return {
    servers: read.servers,
    diagnostics: file.isShared
      ? mistakes.filter(({ severity }) => severity !== 'warning')
      : [...unknownKeys(section, document, file.section), ...mistakes],
  };
}

function serversIn(
  section: JsonObject,
  { section: at, isShared }: McpJsonFile,
): { readonly path: KeyPath; readonly entries: JsonValue } {
  const keys = isShared ? ['mcpServers', 'servers'] : ['servers'];
  const key = keys.find(each => Object.hasOwn(section, each)) ?? (isShared ? undefined : 'servers');
  if (key !== undefined) return { path: [...at, key], entries: section[key] ?? {} };
  const { $schema: _, inputs: _inputs, ...entries } = section;
  return { path: at, entries };
}

function mistaken(document: JsonDocument, path: KeyPath, expected: string): McpJson {
  const message = `${path.at(-1) ?? 'This file'} must be ${expected}.`;
  return { servers: [], diagnostics: [document.diagnose(path, { at: 'value', message })] };
}

const known = ['servers', 'inputs', 'sandbox', '$schema'];

function unknownKeys(section: JsonObject, document: JsonDocument, path: KeyPath): readonly Diagnostic[] {
  return Object.keys(section)
    .filter(key => !known.includes(key))
    .map(key => {
      const hint = key === 'mcpServers' ? ' Use "servers" here.' : suggestion(key, known);
      const message = `Unknown key ${JSON.stringify(key)}, ignored.${hint}`;
      return document.diagnose([...path, key], { at: 'key', message, severity: 'warning' });
    });
}

type Reading = Omit<ServerEntry, 'written'>;

async function readServers(
  entries: JsonObject,
  { file, document, inputs, path: at }: Reading,
): Promise<McpJson> {
  const servers = new Map<string, ReadServer>();
  const diagnostics: Diagnostic[] = [];
  for (const [written, entry] of Object.entries(entries)) {
    const path = [...at, written];
    const name = ensembleNameOf(written);
    const diagnoseName = (message: string) => document.diagnose(path, { at: 'key', message });
    const problem =
      name === '' ? noName : servers.has(name) ? `Another server here is already named ${name}.` : undefined;
    if (problem !== undefined) {
      diagnostics.push(diagnoseName(problem));
      continue;
    }
    const place = { file, written, inputs, document, path };
    const { definition, diagnostics: found } = await readServerEntry(entry, place);
    if (definition !== undefined && isOwnGateway(definition.transport)) continue;
    diagnostics.push(...found);
    servers.set(name, defined({ name, diagnoseName, definition }));
  }
  return { servers: [...servers.values()], diagnostics };
}

const noName = 'The name of a server must contain a visible character.';
