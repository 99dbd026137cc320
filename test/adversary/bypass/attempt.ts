import type { World } from './world.ts';

/** One way to get something done that the user would not have wanted. */
export interface Attempt {
  readonly what: string;
  /** What got through, beside the files that each attempt must leave alone. Empty: nothing did. */
  try(world: World): Promise<readonly string[]>;
}

export function attempt(what: string, run: Attempt['try']): Attempt {
  return { what, try: run };
}
