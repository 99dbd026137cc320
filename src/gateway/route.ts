import { decoded } from '../converser/ground/json/decoded.ts';
import type { Answer } from './answer.ts';
import type { Admitted } from './guard/admitted.ts';

export interface Route {
  readonly method: string;
  /** May end with `{id}`, which stands for the rest of a path. */
  readonly path: string;
  answer(admitted: Admitted, rest: string): Answer | Promise<Answer>;
}

const variable = '{id}';

/** Resolves to the rest of the path where the route takes any, and else to an empty one. */
export function restOfPath(route: Pick<Route, 'path'>, path: string): string | undefined {
  if (!route.path.endsWith(variable)) return route.path === path ? '' : undefined;
  const start = route.path.slice(0, -variable.length);
  return path.startsWith(start) && path.length > start.length ? decoded(path.slice(start.length)) : undefined;
}
