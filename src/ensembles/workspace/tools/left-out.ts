import { countText } from '../../../converser/ground/wording/numbers.ts';
import type { Permit } from '../../../converser/words/ensemble/invoker.ts';
import type { LeftOut } from '../../../converser/words/workspace/workspace.ts';
import { shownPlace, type ToolContext } from '../places/tool-context.ts';

export interface LeftOutOptions {
  readonly noun?: string;
  readonly isCut?: boolean;
}

export function leftOutText(
  shared: ToolContext,
  leftOut: readonly LeftOut[],
  { noun = 'file', isCut = false }: LeftOutOptions = {},
): string {
  const names = leftOut.flatMap(({ location, why }) =>
    why === 'protected' ? [shownPlace(shared, location)] : [],
  );
  const denied = leftOut.length - names.length;
  const count = (number: number) => `${isCut ? 'at least ' : ''}${countText(number, noun)}`;
  const shown = names.slice(0, mostNames).join(', ') + (names.length > mostNames ? ', …' : '');
  return [
    ...(names.length === 0
      ? []
      : [
          `[Left out as protected: ${count(names.length)} (${shown}). Name one by its path, and the user is asked.]`,
        ]),
    ...(denied === 0 ? [] : [`[Left out because a rule of the user denies it: ${count(denied)}.]`]),
  ].join('\n');
}

/** Nothing here depends on how much is left out, which would tell what is in there. */
export function deniedText({ withheld = [] }: Pick<Permit, 'withheld'> = {}): string {
  return withheld.length === 0 ? '' : '[Files that a rule of the user denies are left out.]';
}

const mostNames = 5;
