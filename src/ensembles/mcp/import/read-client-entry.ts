import path from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import {
  clientIds,
  defineServer,
  isText,
  mapTexts,
  normalizeEntry,
  textsIn,
  typesOf,
  urlOf,
} from '../entries/read-entry.ts';
import { ensembleNameOf } from '../entries/server-name.ts';
import { literal } from '../entries/translate-placeholders.ts';
import type { ClientFile } from './client-files.ts';

export interface ImportableServer {
  readonly client: string;
  readonly file: string;
  readonly isOfFolder: boolean;
  readonly writtenName: string;
  /** It still contains its secrets: see `hide-secrets.ts`. */
  readonly definition: ServerDefinition;
  readonly notes: readonly string[];
}

export function readClientEntry(
  writtenName: string,
  entry: JsonValue,
  { file, folder, isOfFolder, dialect }: ClientFile,
): ImportableServer | string {
  if (ensembleNameOf(writtenName) === '') return 'A server needs a visible character in its name.';
  if (!isJsonObject(entry)) return `${writtenName} must be an object.`;
  if (dialect.runsCommands && JSON.stringify(entry).includes('$('))
    return `${writtenName} takes a value from a command, $(…). Converser runs none; use a variable.`;
  const given = placeInFolder(normalizeEntry(entry, dialect), folder);
  const problem = problemIn(given);
  if (problem !== undefined) return `${writtenName} ${problem}.`;
  const source = { kind: 'imported', place: file } as const;
  const definition = defineServer({ written: writtenName, entry: given, origin: 'user', source }, dialect);
  return {
    client: dialect.client,
    file,
    isOfFolder,
    writtenName,
    definition,
    notes: notesOf(entry, dialect),
  };
}

function problemIn(entry: JsonObject): string | undefined {
  if (isText(entry.command)) return undefined;
  const url = urlOf(entry);
  if (url === undefined) return 'has neither a command nor a URL';
  if (!/^(https?:\/\/|\$\{)/.test(url)) return 'has a URL that isn’t http or https';
  return typesOf(entry).some(type => /^ws$|^websocket$/.test(type))
    ? 'uses a WebSocket, which Converser doesn’t support'
    : undefined;
}

/** Invariant: no permission is imported. What you allowed another program doesn't apply to Converser. */
const permissions = ['alwaysAllow', 'autoApprove', 'default_tools_approval_mode', 'tools', 'trust'];

const onlyTools = ['includeTools', 'enabled_tools'];

const imported = new Set([
  ...`args bearer_token_env_var command cwd description environment disabled disabledTools disabled_tools enabled env envFile
  env_http_headers env_vars excludeTools headers httpUrl http_headers name serverUrl source startup_timeout_sec
  timeout tool_timeout_sec transport transportType type uri url`.split(/\s+/),
  ...onlyTools,
]);

function notesOf(entry: JsonObject, { timeoutUnit }: ClientFile['dialect']): readonly string[] {
  // With Copilot CLI, `tools` is a list of tools; with Codex, it is about permissions.
  const isList = Array.isArray(entry.tools);
  const only = [...onlyTools, 'tools'].flatMap(key => textsIn(entry[key])).filter(name => name !== '*');
  const asked = permissions.filter(key => entry[key] !== undefined && !(key === 'tools' && isList));
  const more = Object.entries(entry)
    .flatMap(namesOf)
    .filter(key => !permissions.includes(key))
    .filter(key => !imported.has(key) || (key === 'timeout' && timeoutUnit === 0));
  return [
    ...(only.length === 0 ? [] : [`It allows only ${only.join(', ')}; Converser offers all tools.`]),
    ...(asked.length === 0 ? [] : [`Permissions (${asked.join(', ')}) were not imported; Converser asks.`]),
    ...(more.length === 0 ? [] : [`Not imported: ${more.join(', ')}.`]),
  ];
}

/** The parts of a sign-in are named one by one, because the client's id is imported. */
function namesOf([key, value]: readonly [string, JsonValue]): readonly string[] {
  if (!['oauth', 'auth'].includes(key) || !isJsonObject(value)) return [key];
  return Object.keys(value)
    .filter(part => !clientIds.includes(part))
    .map(part => `${key}.${part}`);
}

/** The descriptor applies to every folder, so its paths must lead to this one: other programs aren't approved. */
function placeInFolder(entry: JsonObject, folder: string | undefined): JsonObject {
  if (folder === undefined) return entry;
  const named = mapTexts(entry, text =>
    text.replace(/(?<!\$)\$\{workspaceFolder(Basename)?\}/g, (_, isName?: string) =>
      literal(isName === undefined ? folder : path.win32.basename(folder)),
    ),
  ) as JsonObject;
  const { cwd, envFile } = named;
  const placed = { ...named, cwd: placedIn(folder, isText(cwd) ? cwd : '') };
  return isText(envFile) ? { ...placed, envFile: placedIn(folder, envFile) } : placed;
}

function placedIn(folder: string, written: string): string {
  if (/^([~/\\]|\$\{|[a-z]:)/i.test(written)) return written;
  return written === '' ? literal(folder) : `${literal(folder)}/${written}`;
}
