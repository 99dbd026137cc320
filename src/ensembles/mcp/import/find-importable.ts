import { reasonOf } from '../../../converser/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/json/json.ts';
import { formatDiagnostic } from '../../descriptors/mistakes/diagnostic.ts';
import { parseToml } from '../../descriptors/mistakes/parse-toml.ts';
import { isOwnGateway } from '../definition/own-gateway.ts';
import { readJsonDocument } from '../mcp-json/json-document.ts';
import { type ClientFile, clientFiles, type ImportSurroundings } from './client-files.ts';
import { type ImportableServer, readClientEntry } from './read-client-entry.ts';

export interface Importable {
  readonly servers: readonly ImportableServer[];
  /** Sentences about what cannot be imported, with the file. */
  readonly problems: readonly string[];
}

/** The servers of other programs on this machine. Changes nothing, and never rejects. */
export async function findImportable(surroundings: ImportSurroundings): Promise<Importable> {
  const found = await Promise.all(clientFiles(surroundings).map(file => readClient(file, surroundings)));
  return {
    servers: found.flatMap(({ servers }) => servers),
    problems: [...new Set(found.flatMap(({ problems }) => problems))],
  };
}

async function readClient(from: ClientFile, { readText }: ImportSurroundings): Promise<Importable> {
  const { value, problem } = await readDocument(from, readText);
  if (problem !== undefined) return { servers: [], problems: [problem] };
  const entries = from.sections.flatMap(section =>
    Object.entries(serversIn(sectionOf(value, section), from)),
  );
  const off = new Set((from.off ?? []).map(at => partOf(value, at)).flatMap(asNames));
  const outcomes = entries
    .map(([name, entry]) => readClientEntry(name, entry, from))
    .map(outcome =>
      typeof outcome !== 'string' && off.has(outcome.writtenName) ? switchedOff(outcome) : outcome,
    );
  return {
    servers: outcomes
      .filter(outcome => typeof outcome !== 'string')
      .filter(({ definition }) => !isOwnGateway(definition.transport)),
    problems: outcomes
      .filter(outcome => typeof outcome === 'string')
      .map(problem => `${from.file}: ${problem}`),
  };
}

interface Parsed {
  readonly value?: JsonValue | undefined;
  /** Why the file cannot be read. */
  readonly problem?: string;
}

async function readDocument(from: ClientFile, readText: ImportSurroundings['readText']): Promise<Parsed> {
  try {
    const text = await readText(from.file);
    return text === undefined ? {} : await parse(from, text);
  } catch (cause) {
    return { problem: reasonOf(cause) };
  }
}

async function parse({ file, format }: ClientFile, text: string): Promise<Parsed> {
  if (format === 'toml') {
    const parsed = await parseToml(file, text);
    return parsed.kind === 'document'
      ? { value: parsed.document.table }
      : { problem: formatDiagnostic(parsed.diagnostic) };
  }
  const { value, broken } = await readJsonDocument(file, text);
  const [first] = broken;
  return first === undefined ? { value } : { problem: formatDiagnostic(first) };
}

function serversIn(section: JsonObject, { nested = '' }: ClientFile): JsonObject {
  const inner = Object.hasOwn(section, nested) ? section[nested] : undefined;
  // In the older form, a server may have that name.
  return isJsonObject(inner) && typeof inner.type !== 'string' ? inner : section;
}

function sectionOf(value: JsonValue | undefined, section: readonly string[]): JsonObject {
  const found = partOf(value, section);
  return isJsonObject(found) ? found : {};
}

function partOf(value: JsonValue | undefined, at: readonly string[]): JsonValue | undefined {
  return at.reduce<JsonValue | undefined>(
    (inner, key) => (isJsonObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
}

function asNames(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function switchedOff(server: ImportableServer): ImportableServer {
  return { ...server, definition: { ...server.definition, enabled: false } };
}
