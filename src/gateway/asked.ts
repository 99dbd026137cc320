import { decoded } from '../converser/ground/json/decoded.ts';
import type { JsonValue } from '../converser/ground/json/json.ts';
import type { Client } from './guard/client-keys.ts';
import type { ClientModels } from './guard/client-models.ts';

/** Part of a `Request`, so that one needs not be made of what Node.js has read already. */
export interface Asked {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: AskedHeaders;
  /** Aborts if the client leaves before it has its answer. */
  readonly signal: AbortSignal;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Names are in lower case. */
export type AskedHeaders = Pick<Headers, 'get' | 'has'> & Iterable<[string, string]>;

/** What the guard has let in. */
export interface Admitted {
  readonly asked: Asked;
  readonly client: Client;
  readonly keyId: string;
  readonly revoked: AbortSignal;
  readonly models: ClientModels;
  /** `undefined` if the body is empty. The body itself is read already. */
  readonly body: JsonValue | undefined;
}

export interface Route {
  readonly method: string;
  /** May end with `{id}`, which stands for the rest of a path. */
  readonly path: string;
  answer(admitted: Admitted, rest: string): Response | Promise<Response>;
}

const variable = '{id}';

/** Resolves to the rest of the path where the route takes any, and else to an empty one. */
export function restOfPath(route: Pick<Route, 'path'>, path: string): string | undefined {
  if (!route.path.endsWith(variable)) return route.path === path ? '' : undefined;
  const start = route.path.slice(0, -variable.length);
  return path.startsWith(start) && path.length > start.length ? decoded(path.slice(start.length)) : undefined;
}

/** An escaped slash stays escaped. */
export function pathOf({ url }: Pick<Asked, 'url'>): string {
  const [, path = '/'] = /^[a-z]+:\/\/[^/?#]*([^?#]*)/.exec(url) ?? [];
  try {
    return path.includes('%') ? decodeURI(path.replaceAll('%25', '%2525')) : path;
  } catch {
    return path;
  }
}
