import { hash } from 'node:crypto';
import { canonicalJson } from '../../../converser/ground/json/json.ts';
import type { Invoker, Origin } from '../../../converser/words/ensemble/invoker.ts';
import type { Source } from '../../../converser/words/labels/label.ts';
import { steeringOf } from './steering-variables.ts';

/** Invariant: values are as written. Placeholders are replaced at the start, and their values are stored nowhere. */
export interface ServerDefinition {
  /** It matches `^[a-z0-9][a-z0-9_-]*$`. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly origin: Origin;
  readonly source: DefinitionSource;
  readonly transport: ServerTransport;
  readonly enabled: boolean;
  /** An eager server starts with the first turn, and not with the first call. */
  readonly eager: boolean;
  /** In milliseconds; the ordinary limit if absent. */
  readonly startTimeout?: number;
  /** A call ends after so many milliseconds without a result or progress. */
  readonly timeout: number;
  /** In milliseconds, for a whole call. */
  readonly maxTimeout: number;
  readonly maxRetries?: number;
  readonly onFailure?: Invoker['onFailure'];
  readonly offer?: NonNullable<Invoker['offer']>;
  readonly tools: Readonly<Record<string, ToolSettings>>;
  readonly sampling: boolean;
  /** The absolute path of the opened folder that it came with, for `${workspaceFolder}`. */
  readonly folder?: string;
  readonly inputs?: readonly InputDefinition[];
}

export interface InputDefinition {
  readonly id: string;
  readonly description: string;
  readonly proposal?: string;
  readonly password: boolean;
  readonly options?: readonly { readonly value: string; readonly label?: string }[];
}

export interface DefinitionSource {
  readonly kind: 'descriptor' | 'mcp.json' | 'user configuration' | 'imported';
  readonly place: string;
}

export type ServerTransport = StdioServer | HttpServer;

export interface StdioServer {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** They come on top of the few variables that every server gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables of `env` override those of this file. */
  readonly envFile?: string;
  readonly cwd?: string;
}

export interface HttpServer {
  /** `http` is Streamable HTTP with the older SSE as fallback; `sse` is the older one alone. */
  readonly kind: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauthClientId?: string;
  readonly oauthClientSecret?: string;
  /** Separated by spaces; requested if the server names none. */
  readonly oauthScope?: string;
  /** The server may have you sign in on these hosts of this machine or your network. */
  readonly oauthHosts?: readonly string[];
}

/** None of these settings ever comes from the server. */
export interface ToolSettings extends Partial<Pick<Invoker, SettingOfTool>> {
  readonly timeout?: number;
  readonly maxRetries?: number;
}

type SettingOfTool =
  | ('enabled' | 'permission' | 'offer' | 'onFailure' | 'deduplication' | 'reads' | 'writes')
  | ('description' | 'aliases' | 'annotations' | 'output');

export const ordinaryTimeout = 30_000;

export const ordinaryMaxTimeout = 600_000;

/** Contains no values that may be secret, except of variables that can make an interpreter load code. */
export function launchKey({ transport }: Pick<ServerDefinition, 'transport'>): string {
  if (transport.kind !== 'stdio') {
    const { kind, url, headers } = transport;
    return canonicalJson({
      kind,
      url,
      headers: Object.keys(headers)
        .map(name => name.toLowerCase())
        .sort(),
    });
  }
  const { kind, command, args, env, envFile, cwd } = transport;
  const variables = Object.entries(env).map(([name, value]) => (namesCode(name) ? `${name}=${value}` : name));
  const file = envFile === undefined ? {} : { envFile };
  return canonicalJson({ kind, command, args, env: variables.sort(), ...file, cwd: cwd ?? '' });
}

/** The address of a proxy often contains a password, and changes no code. */
function namesCode(variable: string): boolean {
  const steering = steeringOf(variable);
  return steering !== undefined && steering.kind !== 'traffic';
}

export function launchHash(definition: Pick<ServerDefinition, 'transport'>): string {
  return hash('sha256', launchKey(definition));
}

/** One of a folder is another than one of yours, or of another folder, with the same name: trust in one isn't trust in the others. */
export function sourceOf({ name, origin, folder, source }: SourceParts): Source {
  return origin === 'workspace' ? `server:${name} in ${folder ?? source.place}` : `server:${name}`;
}

type SourceParts = Pick<ServerDefinition, 'name' | 'origin' | 'folder' | 'source'>;
