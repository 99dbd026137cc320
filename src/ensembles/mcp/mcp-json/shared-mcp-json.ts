import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/json/json.ts';
import type { KeyPath } from '../../descriptors/mistakes/diagnostic.ts';

interface SharedServers {
  /** Where the servers are in the file. */
  readonly path: KeyPath;
  /** The servers, as VS Code's own files have them; whatever else stands in their place. */
  readonly entries: JsonValue;
  readonly inputs: JsonValue;
}

/**
 * The servers of a `.mcp.json` in the root of a folder, which several programs share. Claude Code, Copilot CLI and VS
 * Code have them under `mcpServers`, Visual Studio under `servers`, and VS Code reads a file that consists of them, too.
 */
export function sharedServers(written: JsonObject): SharedServers {
  const { $schema: _, inputs = [], ...own } = written;
  const key = ['mcpServers', 'servers'].find(each => Object.hasOwn(written, each));
  const entries = key === undefined ? own : (written[key] ?? {});
  const converted = isJsonObject(entries) ? mapValues(entries, asInVsCode) : entries;
  return { path: key === undefined ? [] : [key], entries: converted, inputs };
}

/** VS Code says `transport: "sse"`, others `streamable-http` and `local`. */
function asInVsCode(entry: JsonValue): JsonValue {
  if (!isJsonObject(entry)) return entry;
  const { type, transport, ...rest } = translated(entry) as JsonObject;
  const isSse = transport === 'sse' && typeof rest.url === 'string';
  const named = typeof type === 'string' ? (otherNames.get(type) ?? type) : type;
  const kind = isSse ? 'sse' : named;
  return kind === undefined ? rest : { type: kind, ...rest };
}

const otherNames: ReadonlyMap<string, string> = new Map([
  ['streamable-http', 'http'],
  ['local', 'stdio'],
]);

/** `${NAME}` and `${NAME:-otherwise}` are variables, unless VS Code knows such a name. */
function translated(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.replace(braced, asVariable);
  if (Array.isArray(value)) return value.map(translated);
  return isJsonObject(value) ? mapValues(value, translated) : value;
}

const braced = /\$?\$\{([A-Za-z_]\w*)(:-[^{}]*)?\}/g;

/** Names without a colon that are no variables: `definition/resolve-placeholder.ts`. */
const ofVsCode = new Set(
  'workspaceFolder workspaceRoot workspaceFolderBasename cwd userHome pathSeparator'.split(' '),
);

function asVariable(written: string, name: string, otherwise = ''): string {
  return written.startsWith('$$') || ofVsCode.has(name) ? written : `\${env:${name}${otherwise}}`;
}

function mapValues(object: JsonObject, each: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, each(value)]));
}
