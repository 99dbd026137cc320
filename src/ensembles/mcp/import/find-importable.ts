import { reasonOf } from '../../../converser/ground/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { formatDiagnostic } from '../../descriptors/mistakes/diagnostic.ts';
import { parseToml } from '../../descriptors/mistakes/parse-toml.ts';
import { isOwnGateway } from '../definition/own-gateway.ts';
import type { Dialect } from '../entries/dialect.ts';
import { readJsonDocument } from '../entries/json-document.ts';
import { textsIn } from '../entries/read-entry.ts';
import { valueAt } from '../entries/value-at.ts';
import { type ClientFile, clientFiles, type ImportSurroundings } from './client-files.ts';
import { type ImportableServer, readClientEntry } from './read-client-entry.ts';

export interface Importable {
  readonly servers: readonly ImportableServer[];
  readonly problems: readonly string[];
}

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
  const { section, nested, off } = from.dialect;
  const isOff = new Set(off && textsIn(valueAt(value, off)));
  const outcomes = Object.entries(serversIn(valueAt(value, section), nested)).map(([name, entry]) =>
    readClientEntry(name, entry, from),
  );
  return {
    servers: outcomes
      .filter(outcome => typeof outcome !== 'string')
      .filter(({ definition }) => !isOwnGateway(definition.transport))
      .map(server => (isOff.has(server.writtenName) ? switchedOff(server) : server)),
    problems: outcomes
      .filter(outcome => typeof outcome === 'string')
      .map(problem => `${from.file}: ${problem}`),
  };
}

interface Parsed {
  readonly value?: JsonValue | undefined;
  readonly problem?: string;
}

async function readDocument(
  { file, dialect }: ClientFile,
  readText: ImportSurroundings['readText'],
): Promise<Parsed> {
  try {
    const text = await readText(file);
    return text === undefined ? {} : await parse(file, text, dialect);
  } catch (cause) {
    return { problem: reasonOf(cause) };
  }
}

async function parse(file: string, text: string, { format }: Dialect): Promise<Parsed> {
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

function serversIn(section: JsonValue | undefined, nested: string | undefined): JsonObject {
  if (!isJsonObject(section)) return {};
  const inner = nested === undefined ? undefined : valueAt(section, [nested]);
  // In the older form, a server may have that name.
  return isJsonObject(inner) && typeof inner.type !== 'string' ? inner : section;
}

function switchedOff(server: ImportableServer): ImportableServer {
  return { ...server, definition: { ...server.definition, enabled: false } };
}
