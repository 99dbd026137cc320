import type { Failure, ResultCanister } from '../../../src/converser/words/canister/canister.ts';
import type { PermissionAnswer } from '../../../src/converser/words/permission/permission-question.ts';
import type { Stance, World } from './world.ts';

/** One way to get something done that the user would not have wanted. */
export interface Attempt<W extends World = World> {
  readonly what: string;
  /** What got through, beside the files that each attempt must leave alone. Empty: nothing did. */
  try(world: W): Promise<readonly string[]>;
}

export function attempt<W extends World = World>(what: string, run: Attempt<W>['try']): Attempt<W> {
  return { what, try: run };
}

/** Gives this answer to the first question, after `meanwhile`, and says no to all others. */
export function onlyFirst(
  given: PermissionAnswer,
  meanwhile = async () => {},
): NonNullable<Stance['answer']> {
  let isOver = false;
  return async () => {
    if (isOver) return { kind: 'deny' };
    isOver = true;
    await meanwhile();
    return given;
  };
}

/** What ran of some calls, none of which may. */
export function ran(results: readonly ResultCanister[]): readonly string[] {
  return results.flatMap(({ failure }) =>
    failure !== undefined && isRefused(failure) ? [] : [`it ran: ${failure?.message ?? 'with success'}`],
  );
}

/** Nothing was started. */
function isRefused({ kind, message }: Failure): boolean {
  return kind === 'permission' || kind === 'validation' || /^The path .* can’t be used/.test(message);
}
