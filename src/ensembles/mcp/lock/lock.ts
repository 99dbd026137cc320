import type { JsonObject } from '../../../converser/json/json.ts';

/** What servers offered when they were first seen, or when a person accepted it last. */
export interface Lock {
  /** By the ensemble's name. */
  readonly servers: ReadonlyMap<string, ServerPin>;
  /** Servers whose pins cannot be relied on, with what is wrong and what to do about it. */
  readonly broken: ReadonlyMap<string, string>;
}

export interface ServerPin {
  /** What was launched, as `launchKey` tells it. */
  readonly launch: string;
  readonly launchHash: string;
  /** Absent for servers that do not say it. */
  readonly version?: string;
  /**
   * What the server had been told that it may ask when this was pinned. Absent where a lock does not say: then it
   * counts as everything that there is.
   */
  readonly announced?: readonly string[];
  /** By the tool's own name. */
  readonly tools: ReadonlyMap<string, ToolPin>;
}

export interface ToolPin {
  readonly hash: string;
  readonly definition: JsonObject;
  /** A person has accepted that the server has it no longer. It stays pinned, in case it comes back as another. */
  readonly isGone: boolean;
}

export const emptyLock: Lock = { servers: new Map(), broken: new Map() };

/** A lock with another pin for one server. */
export function withServer(lock: Lock, server: string, pin: ServerPin): Lock {
  return { ...lock, servers: new Map(lock.servers).set(server, pin) };
}
