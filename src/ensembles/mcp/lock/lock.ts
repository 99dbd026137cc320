import type { JsonObject } from '../../../converser/ground/json/json.ts';

/** What servers offered when they were first seen, or when the user last accepted a change. */
export interface Lock {
  /** By the ensemble's name. */
  readonly servers: ReadonlyMap<string, ServerPin>;
  /** Servers whose pins cannot be relied on, by the ensemble's name. */
  readonly broken: ReadonlyMap<string, BrokenPin>;
}

export interface BrokenPin {
  /** What is wrong, and what to do about it. */
  readonly reason: string;
  /** Everything that the lock says about the server. It is written again unchanged. */
  readonly tables: readonly JsonObject[];
}

export interface ServerPin {
  /** What was launched, as `launchKey` describes it. */
  readonly launch: string;
  readonly launchHash: string;
  /** Absent for servers without a version. */
  readonly version?: string;
  /** The capabilities that the server saw when this was pinned. */
  readonly announced: readonly string[];
  /** What it says about using its tools, as `instructionsOf` gives it. Absent: nothing. */
  readonly instructions?: string;
  /** By the tool's own name. */
  readonly tools: ReadonlyMap<string, ToolPin>;
}

export interface ToolPin {
  readonly hash: string;
  readonly definition: JsonObject;
  /** The user has accepted that the tool is gone. It stays pinned, in case a different one comes back. */
  readonly isGone: boolean;
}

export const emptyLock: Lock = { servers: new Map(), broken: new Map() };

/** The lock with another pin for one server. */
export function withServer(lock: Lock, server: string, pin: ServerPin): Lock {
  return { ...lock, servers: new Map(lock.servers).set(server, pin) };
}
