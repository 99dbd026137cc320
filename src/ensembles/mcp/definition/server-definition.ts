import { hash } from 'node:crypto';
import { canonicalJson } from '../../../converser/ground/json/json.ts';
import type {
  Annotations,
  Invoker,
  Origin,
  OutputTemplates,
} from '../../../converser/words/ensemble/invoker.ts';
import { steeringOf } from './steering-variables.ts';

/**
 * An MCP server as a file or a setting describes it.
 *
 * Invariant: its values are as they were written. Placeholders such as `${secret:key}` are replaced right before the
 * server starts, and their values are stored nowhere.
 */
export interface ServerDefinition {
  /** The ensemble's name; matches `^[a-z0-9][a-z0-9_-]*$`. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly origin: Origin;
  readonly source: DefinitionSource;
  readonly transport: ServerTransport;
  readonly enabled: boolean;
  /** Whether it starts with the first turn, and not with the first call. */
  readonly eager: boolean;
  /** Milliseconds that it may take to start. Absent: the ordinary limit. */
  readonly startTimeout?: number;
  /** Milliseconds without a result or progress after which a call is stopped. */
  readonly timeout: number;
  /** Milliseconds that a call may take in total. */
  readonly maxTimeout: number;
  /** For each tool without a setting of its own. */
  readonly maxRetries?: number;
  readonly onFailure?: Invoker['onFailure'];
  readonly offer?: NonNullable<Invoker['offer']>;
  /** By the tool's own name. */
  readonly tools: Readonly<Record<string, ToolSettings>>;
  /** Whether the server may use your model. Default: `false`. */
  readonly sampling: boolean;
  /** The opened folder that it came with, and the meaning of `${workspaceFolder}`. Absolute. */
  readonly folder?: string;
  /** The inputs that its `${input:…}` use. */
  readonly inputs?: readonly InputDefinition[];
}

/** A value that you are asked for when a server first starts. */
export interface InputDefinition {
  readonly id: string;
  readonly description: string;
  /** The proposed answer. */
  readonly proposal?: string;
  /** Whether it is masked while you type. */
  readonly password: boolean;
  /** The allowed answers. Absent: any text. */
  readonly options?: readonly { readonly value: string; readonly label?: string }[];
}

/** Where a definition comes from. */
export interface DefinitionSource {
  readonly kind: 'descriptor' | 'mcp.json' | 'user configuration' | 'imported';
  /** The file, or the name of the setting. */
  readonly place: string;
}

export type ServerTransport = StdioServer | HttpServer;

export interface StdioServer {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** In addition to the few variables that every server gets. */
  readonly env: Readonly<Record<string, string>>;
  /** A file with further variables. Those of `env` override them. */
  readonly envFile?: string;
  /** Absent: the workspace's folder. */
  readonly cwd?: string;
}

export interface HttpServer {
  /** `http` is Streamable HTTP, with the older SSE as fallback; `sse` is the older one alone. */
  readonly kind: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The id of a client that was registered by hand. */
  readonly oauthClientId?: string;
  readonly oauthClientSecret?: string;
  /** Rights to ask for, separated by spaces, if the server does not name any. */
  readonly oauthScope?: string;
  /** Hosts on this machine or in your own network where the server may have you sign in. */
  readonly oauthHosts?: readonly string[];
}

/** Your settings for one tool. None of it ever comes from the server. */
export interface ToolSettings {
  readonly enabled?: boolean;
  readonly permission?: NonNullable<Invoker['permission']>;
  /** Milliseconds, as `timeout` of the definition. */
  readonly timeout?: number;
  readonly deduplication?: Invoker['deduplication'];
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly maxRetries?: number;
  readonly onFailure?: Invoker['onFailure'];
  readonly offer?: NonNullable<Invoker['offer']>;
  readonly description?: string;
  readonly aliases?: readonly string[];
  readonly annotations?: Annotations;
  readonly output?: OutputTemplates;
}

/** Milliseconds without a result or progress, by default. */
export const ordinaryTimeout = 30_000;

/** Milliseconds that a call may take in total, by default. */
export const ordinaryMaxTimeout = 600_000;

/**
 * What is launched, as text: equal for equal launches, and different if other code would run or another address would
 * be reached. It contains no values of variables and headers, because those may be secrets, except of variables that
 * can make an interpreter load code.
 */
export function launchKey({ transport }: Pick<ServerDefinition, 'transport'>): string {
  if (transport.kind !== 'stdio') {
    const { kind, url, headers } = transport;
    return canonicalJson({ kind, url, headers: Object.keys(headers).map(lowerCase).sort() });
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

/** Identifies a launch in the lock, and in what you are asked about a call. */
export function launchHash(definition: Pick<ServerDefinition, 'transport'>): string {
  return hash('sha256', launchKey(definition));
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}
