import type { JsonObject } from '../../../converser/ground/json/json.ts';

export interface Lock {
  readonly servers: ReadonlyMap<string, ServerPin>;
  readonly broken: ReadonlyMap<string, BrokenPin>;
}

export interface BrokenPin {
  readonly reason: string;
  /** Everything that the lock says about the server is written again unchanged. */
  readonly tables: readonly JsonObject[];
}

export interface ServerPin {
  readonly launch: string;
  readonly launchHash: string;
  readonly version?: string;
  readonly announced: readonly string[];
  readonly instructions?: string;
  readonly tools: ReadonlyMap<string, ToolPin>;
}

export interface ToolPin {
  readonly hash: string;
  readonly definition: JsonObject;
  /** You have accepted that the tool is gone. It stays pinned, in case a different one comes back. */
  readonly isGone: boolean;
}

export const emptyLock: Lock = { servers: new Map(), broken: new Map() };

export function withServer(lock: Lock, server: string, pin: ServerPin): Lock {
  return { ...lock, servers: new Map(lock.servers).set(server, pin) };
}
