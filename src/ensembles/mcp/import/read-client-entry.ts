import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/json/json.ts';
import {
  ordinaryMaxTimeout,
  ordinaryTimeout,
  type ServerDefinition,
  type ServerTransport,
  type ToolSettings,
} from '../definition/server-definition.ts';
import { ensembleNameOf } from '../mcp-json/server-name.ts';
import type { ClientFile } from './client-files.ts';
import { namingFolder, placedIn } from './folder-paths.ts';
import { translatePlaceholders } from './translate-placeholders.ts';

/** A server of another program. */
export interface ImportableServer {
  readonly client: string;
  readonly file: string;
  /** Whether it came with an open folder. Otherwise it is your own. */
  readonly isOfFolder: boolean;
  /** Its name there. */
  readonly writtenName: string;
  /** It still contains its secrets: see `hide-secrets.ts`. */
  readonly definition: ServerDefinition;
  /** Sentences about what is not imported. */
  readonly notes: readonly string[];
}

/** Reads one server of any known program, or says why it cannot be imported. */
export function readClientEntry(
  writtenName: string,
  entry: JsonValue,
  from: ClientFile,
): ImportableServer | string {
  const name = ensembleNameOf(writtenName);
  if (name === '') return 'A server needs a visible character in its name.';
  if (!isJsonObject(entry)) return `${writtenName} must be an object.`;
  if (from.runsCommands && JSON.stringify(entry).includes('$('))
    return `${writtenName} takes a value from a command, $(…). Converser runs none; use a variable.`;
  const given = fields(entry, from);
  const transport = transportOf(given, from);
  if (typeof transport === 'string') return `${writtenName} ${transport}.`;
  const { disabled, enabled, timeout, description } = given;
  const definition: ServerDefinition = {
    name,
    ...(writtenName !== name && { title: writtenName }),
    ...(isText(description) && { description }),
    origin: 'user',
    source: { kind: 'imported', place: from.file },
    transport,
    enabled: disabled !== true && enabled !== false,
    eager: false,
    timeout: timeoutOf(timeout, from) ?? (seconds(given.tool_timeout_sec) || ordinaryTimeout),
    maxTimeout: ordinaryMaxTimeout,
    ...startTimeoutOf(given),
    tools: toolsOf(given),
    sampling: false,
  };
  const { client, file, isOfFolder } = from;
  return { client, file, isOfFolder, writtenName, definition, notes: notesOf(entry, { given, from }) };
}

/**
 * The entry with our placeholders. In an older form of Zed's, `command` is an object; opencode and Kilo have the
 * arguments in it, and call variables `environment`.
 */
function fields(entry: JsonObject, { placeholders, folder }: ClientFile): JsonObject {
  const own = (text: string) => namingFolder(translatePlaceholders(text, placeholders), folder);
  const translated = translate(entry, own) as JsonObject;
  if (Array.isArray(translated.command)) {
    const [command = '', ...args] = translated.command as readonly JsonValue[];
    return { ...translated, command, args, env: translated.environment ?? {} };
  }
  if (!isJsonObject(translated.command)) return translated;
  const { path: command = '', ...rest } = translated.command;
  return { ...translated, ...rest, command };
}

function translate(value: JsonValue, each: (text: string) => string): JsonValue {
  if (typeof value === 'string') return each(value);
  if (Array.isArray(value)) return value.map(inner => translate(inner, each));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, translate(inner, each)]));
}

function transportOf(given: JsonObject, { plainUrl, folder }: ClientFile): ServerTransport | string {
  const type = String(given.type ?? given.transport ?? given.transportType ?? '').toLowerCase();
  if (typeof given.command === 'string' && given.command !== '')
    return stdio(given, { command: given.command, folder });
  const url = [given.httpUrl, given.serverUrl, given.url, given.uri].find(isText);
  if (url === undefined) return 'has neither a command nor a URL';
  if (!/^(https?:\/\/|\$\{)/.test(url)) return "has a URL that isn't http or https";
  if (type === 'ws' || type === 'websocket') return "uses a WebSocket, which Converser doesn't support";
  const isSse = type === 'sse' || (type === '' && given.httpUrl === undefined && plainUrl === 'sse');
  return { kind: isSse ? 'sse' : 'http', url, headers: headersOf(given), ...clientIdOf(given) };
}

function stdio(
  given: JsonObject,
  { command, folder }: { readonly command: string; readonly folder: string | undefined },
): ServerTransport {
  const { args, cwd, envFile, env_vars: passed } = given;
  // Codex names the variables that it passes on.
  const named = (Array.isArray(passed) ? (passed as readonly JsonValue[]) : []).map(each =>
    isJsonObject(each) ? each.name : each,
  );
  const env = Object.fromEntries(named.filter(isText).map(name => [name, `\${env:${name}}`]));
  return {
    kind: 'stdio',
    command,
    args: Array.isArray(args) ? (args as readonly JsonValue[]).map(String) : [],
    env: { ...env, ...texts(given.env) },
    ...(isText(envFile) ? { envFile: placedIn(folder, envFile) } : {}),
    ...(isText(cwd) || folder !== undefined ? { cwd: placedIn(folder, isText(cwd) ? cwd : '') } : {}),
  };
}

function headersOf(given: JsonObject): Readonly<Record<string, string>> {
  const { bearer_token_env_var: bearer } = given;
  const named = Object.entries(texts(given.env_http_headers)).map(([name, variable]) => [
    name,
    `\${env:${variable}}`,
  ]);
  return {
    ...texts(given.headers),
    ...texts(given.http_headers),
    ...Object.fromEntries(named),
    ...(isText(bearer) ? { Authorization: `Bearer \${env:${bearer}}` } : {}),
  };
}

/** Cursor says `auth` and `CLIENT_ID`. */
function clientIdOf({ oauth, auth }: JsonObject): { readonly oauthClientId?: string } {
  const given = { ...(isJsonObject(auth) ? auth : {}), ...(isJsonObject(oauth) ? oauth : {}) };
  const id = clientIds.map(key => given[key]).find(isText);
  return id === undefined ? {} : { oauthClientId: id };
}

const clientIds = ['clientId', 'client_id', 'CLIENT_ID'];

function texts(value: JsonValue | undefined): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  const kept = Object.entries(value).filter(([, each]) =>
    ['string', 'number', 'boolean'].includes(typeof each),
  );
  return Object.fromEntries(kept.map(([name, each]) => [name, String(each)]));
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

const longestTimeout = 86_400_000;

function timeoutOf(value: JsonValue | undefined, { timeoutUnit }: ClientFile): number | undefined {
  return typeof value === 'number' && value * timeoutUnit > 0
    ? Math.min(value * timeoutUnit, longestTimeout)
    : undefined;
}

function seconds(value: JsonValue | undefined): number {
  return typeof value === 'number' && value > 0 ? Math.min(value * 1000, longestTimeout) : 0;
}

function startTimeoutOf({ startup_timeout_sec: value }: JsonObject): Pick<ServerDefinition, 'startTimeout'> {
  const startTimeout = seconds(value);
  return startTimeout === 0 ? {} : { startTimeout };
}

function toolsOf(given: JsonObject): Readonly<Record<string, ToolSettings>> {
  const off = [given.disabledTools, given.excludeTools, given.disabled_tools].flatMap(textList);
  return Object.fromEntries(off.map(name => [name, { enabled: false }]));
}

function textList(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isText) : [];
}

/**
 * Invariant: no permission is imported. What you allowed another program does not apply to Converser.
 */
const permissions = ['alwaysAllow', 'autoApprove', 'default_tools_approval_mode', 'tools', 'trust'];

const imported = new Set(
  `args bearer_token_env_var command cwd description environment disabled disabledTools disabled_tools enabled env envFile
  env_http_headers env_vars excludeTools headers httpUrl http_headers name serverUrl source startup_timeout_sec
  timeout tool_timeout_sec transport transportType type uri url`.split(/\s+/),
);

function notesOf(
  entry: JsonObject,
  { given, from }: { readonly given: JsonObject; readonly from: ClientFile },
): readonly string[] {
  const only = [given.includeTools, given.enabled_tools, given.tools]
    .flatMap(textList)
    .filter(name => name !== '*');
  const asked = permissions.filter(
    key => entry[key] !== undefined && !(key === 'tools' && Array.isArray(entry.tools)),
  );
  const more = Object.entries(entry)
    .flatMap(namesOf)
    .filter(key => !isImported(key, from) && !permissions.includes(key) && !isOnly(key));
  return [
    ...(only.length === 0 ? [] : [`It allows only ${only.join(', ')}; Converser offers all tools.`]),
    ...(asked.length === 0 ? [] : [`Permissions (${asked.join(', ')}) were not imported; Converser asks.`]),
    ...(more.length === 0 ? [] : [`Not imported: ${more.join(', ')}.`]),
  ];
}

/** What is said about a sign-in is named part by part, because the client's id is imported. */
function namesOf([key, value]: readonly [string, JsonValue]): readonly string[] {
  if (!['oauth', 'auth'].includes(key) || !isJsonObject(value)) return [key];
  return Object.keys(value)
    .filter(part => !clientIds.includes(part))
    .map(part => `${key}.${part}`);
}

function isImported(key: string, { timeoutUnit }: ClientFile): boolean {
  return imported.has(key) && !(key === 'timeout' && timeoutUnit === 0);
}

function isOnly(key: string): boolean {
  return key === 'includeTools' || key === 'enabled_tools';
}
