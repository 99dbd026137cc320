import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { visibleLine } from '../../../converser/ground/wording/visible-text.ts';
import {
  ordinaryMaxTimeout,
  ordinaryTimeout,
  type ServerDefinition,
  type ServerTransport,
} from '../definition/server-definition.ts';
import type { Dialect } from './dialect.ts';
import { ensembleNameOf } from './server-name.ts';
import { translatePlaceholders } from './translate-placeholders.ts';

/** Placeholders come out as Converser writes them, and `command`, `args` and `env` apart. */
export function normalizeEntry(
  entry: JsonObject,
  { placeholders }: Pick<Dialect, 'placeholders'>,
): JsonObject {
  const own = mapTexts(entry, text => translatePlaceholders(text, placeholders)) as JsonObject;
  if (Array.isArray(own.command)) {
    const [command = '', ...args] = own.command as readonly JsonValue[];
    return { ...own, command, args, env: own.environment ?? {} };
  }
  // Older versions of Zed nest the command.
  if (!isJsonObject(own.command)) return own;
  const { path: command = '', ...rest } = own.command;
  return { ...own, ...rest, command };
}

export function mapTexts(value: JsonValue, each: (text: string) => string): JsonValue {
  if (typeof value === 'string') return each(value);
  if (Array.isArray(value)) return value.map(inner => mapTexts(inner, each));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, each)]));
}

export interface ReadEntry extends Pick<ServerDefinition, 'origin' | 'source' | 'folder' | 'inputs'> {
  readonly written: string;
  readonly entry: JsonObject;
}

export function defineServer(
  { written, entry, ...place }: ReadEntry,
  { plainUrl, timeoutUnit }: Pick<Dialect, 'plainUrl' | 'timeoutUnit'>,
): ServerDefinition {
  const name = ensembleNameOf(written);
  const { disabled, enabled, timeout, tool_timeout_sec, startup_timeout_sec, description } = entry;
  return defined({
    name,
    title: written === name ? undefined : visibleLine(written),
    description: isText(description) ? description : undefined,
    ...place,
    transport: isText(entry.command) ? stdioServer(entry, entry.command) : httpServer(entry, plainUrl),
    enabled: disabled !== true && enabled !== false,
    eager: false,
    timeout: duration(timeout, timeoutUnit) ?? duration(tool_timeout_sec, 1000) ?? ordinaryTimeout,
    maxTimeout: ordinaryMaxTimeout,
    startTimeout: duration(startup_timeout_sec, 1000),
    tools: Object.fromEntries(
      ['disabledTools', 'excludeTools', 'disabled_tools']
        .flatMap(key => textsIn(entry[key]))
        .map(tool => [tool, { enabled: false }]),
    ),
    sampling: false,
  });
}

function stdioServer(entry: JsonObject, command: string): ServerTransport {
  const { args, cwd, envFile, env_vars: passed } = entry;
  const named = listOf(passed).map(each => (isJsonObject(each) ? each.name : each));
  return defined({
    kind: 'stdio',
    command,
    args: listOf(args).map(String),
    env: {
      ...Object.fromEntries(named.filter(isText).map(name => [name, `\${env:${name}}`])),
      ...texts(entry.env),
    },
    envFile: isText(envFile) ? envFile : undefined,
    cwd: isText(cwd) ? cwd : undefined,
  });
}

export function urlOf({ httpUrl, serverUrl, url, uri }: JsonObject): string | undefined {
  return [httpUrl, serverUrl, url, uri].find(isText);
}

export function typesOf({ type, transport, transportType }: JsonObject): readonly string[] {
  return [type, transport, transportType].filter(isText).map(each => each.toLowerCase());
}

function httpServer(entry: JsonObject, plainUrl: Dialect['plainUrl']): ServerTransport {
  const types = typesOf(entry);
  const isPlain = types.length === 0 && entry.httpUrl === undefined;
  const { bearer_token_env_var: bearer, oauth, auth } = entry;
  // Cursor says `auth` and `CLIENT_ID`.
  const signIn = { ...(isJsonObject(auth) ? auth : {}), ...(isJsonObject(oauth) ? oauth : {}) };
  return defined({
    kind: types.includes('sse') || (isPlain && plainUrl === 'sse') ? 'sse' : 'http',
    url: urlOf(entry) ?? '',
    headers: {
      ...texts(entry.headers),
      ...texts(entry.http_headers),
      ...texts(entry.env_http_headers, variable => `\${env:${variable}}`),
      ...(isText(bearer) ? { Authorization: `Bearer \${env:${bearer}}` } : {}),
    },
    oauthClientId: clientIds.map(key => signIn[key]).find(isText),
  });
}

export const clientIds: readonly string[] = ['clientId', 'client_id', 'CLIENT_ID'];

/** `null` withholds a variable. A server gets only listed variables anyway. */
function texts(
  value: JsonValue | undefined,
  each: (text: string) => string = text => text,
): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  const kept = Object.entries(value).filter(([, inner]) =>
    ['string', 'number', 'boolean'].includes(typeof inner),
  );
  return Object.fromEntries(kept.map(([name, inner]) => [name, each(String(inner))]));
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

export function textsIn(value: JsonValue | undefined): readonly string[] {
  return listOf(value).filter(isText);
}

export function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

/** In milliseconds, at most a day. */
function duration(value: JsonValue | undefined, unit: number): number | undefined {
  return typeof value === 'number' && value * unit > 0 ? Math.min(value * unit, 86_400_000) : undefined;
}
