import { hash } from 'node:crypto';
import type { Annotations, Invoker, Origin, OutputTemplates } from '../../../converser/ensemble/invoker.ts';
import { canonicalJson } from '../../../converser/json/json.ts';
import { canLoadCode } from './loads-code.ts';

/**
 * An MCP server as somebody described it, wherever that was.
 *
 * Invariant: its values are as they were written. Placeholders such as `${secret:key}` are filled in right before
 * the server is started, and what came out of them is kept nowhere.
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
  /** Whether it is started with the first turn, rather than by the first call. */
  readonly eager: boolean;
  /** Milliseconds that it may take to start, where somebody said so. */
  readonly startTimeout?: number;
  /** Milliseconds without a result or progress after which a call is stopped. */
  readonly timeout: number;
  /** Milliseconds that a call may take in all. */
  readonly maxTimeout: number;
  /** What holds for each tool of which nothing else is said. */
  readonly maxRetries?: number;
  readonly onFailure?: Invoker['onFailure'];
  /** By the tool's own name. What is absent is left to the defaults. */
  readonly tools: Readonly<Record<string, ToolSettings>>;
  /** Whether the server may use your model. Default: `false`. */
  readonly sampling: boolean;
  /** The opened folder that it came with, which is what `${workspaceFolder}` then means. Absolute. */
  readonly folder?: string;
  /** What its `${input:…}` ask for; only those that it uses. */
  readonly inputs?: readonly InputDefinition[];
}

/** A value that you are asked for when a server first starts. */
export interface InputDefinition {
  readonly id: string;
  readonly description: string;
  /** What is offered as the answer. */
  readonly proposal?: string;
  /** Whether it must not be seen while it is typed. */
  readonly password: boolean;
  /** The only answers that there are. Absent: any text. */
  readonly options?: readonly { readonly value: string; readonly label?: string }[];
}

/** Where a definition comes from, for people who ask. */
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
  /** Besides the few variables that every server gets. */
  readonly env: Readonly<Record<string, string>>;
  /** A file with further variables, which those of `env` replace. */
  readonly envFile?: string;
  /** Absent: the workspace's folder. */
  readonly cwd?: string;
}

export interface HttpServer {
  /** `http` is Streamable HTTP, with the older SSE as fallback; `sse` is the older one alone. */
  readonly kind: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As whom the server knows us, where somebody has registered a client with it. */
  readonly oauthClientId?: string;
  readonly oauthClientSecret?: string;
  /** Rights to ask for, separated by spaces, where the server does not say which. */
  readonly oauthScope?: string;
}

/** Your settings for one tool. None of it ever comes from the server. */
export interface ToolSettings {
  readonly enabled?: boolean;
  readonly permission?: NonNullable<Invoker['permission']>;
  /** Milliseconds, as `timeout` of the definition. */
  readonly timeout?: number;
  readonly deduplication?: Invoker['deduplication'];
  readonly maxRetries?: number;
  readonly onFailure?: Invoker['onFailure'];
  readonly description?: string;
  readonly aliases?: readonly string[];
  readonly annotations?: Annotations;
  readonly output?: OutputTemplates;
}

/** Milliseconds without a result or progress, where nobody says otherwise. */
export const ordinaryTimeout = 30_000;

/** Milliseconds that a call may take in all, where nobody says otherwise and one attempt may not take more. */
export const ordinaryMaxTimeout = 600_000;

/**
 * What is launched, as text: the same for equal launches, another one whenever other code would run or another
 * address would be asked. It holds no values of variables and headers, because those may be secrets; except of the
 * variables by which an interpreter is told to load code.
 */
export function launchKey({ transport }: Pick<ServerDefinition, 'transport'>): string {
  if (transport.kind !== 'stdio') {
    const { kind, url, headers } = transport;
    return canonicalJson({ kind, url, headers: Object.keys(headers).map(lowerCase).sort() });
  }
  const { kind, command, args, env, envFile, cwd } = transport;
  const variables = Object.entries(env).map(([name, value]) =>
    canLoadCode(name) ? `${name}=${value}` : name,
  );
  const file = envFile === undefined ? {} : { envFile };
  return canonicalJson({ kind, command, args, env: variables.sort(), ...file, cwd: cwd ?? '' });
}

/** What you approve, and by which a server's manifest and lock are found again. */
export function launchHash(definition: Pick<ServerDefinition, 'transport'>): string {
  return hash('sha256', launchKey(definition));
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}
