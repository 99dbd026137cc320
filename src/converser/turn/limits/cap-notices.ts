import { type Caps, capSetting, type Scope, type SpentByScope, usedOf } from '../../words/spending/caps.ts';
import { capText } from './cap-text.ts';

/** From this share of a cap on, you get a notice. */
const near = 0.8;

/**
 * Reports each cap once when it comes near. The first look reports nothing, so that a day that is nearly
 * spent isn't mentioned in each turn.
 */
export function createCapNotices(
  caps: Caps,
): (spent: SpentByScope, turn: { readonly isOver: boolean }) => readonly string[] {
  let known: ReadonlySet<string> | undefined;
  return (spent, { isOver }) => {
    const reached = usedOf(caps, spent).filter(({ used, cap }) => used > 0 && used >= cap * near);
    const fresh = known === undefined ? [] : reached.filter(each => known?.has(capSetting(each)) === false);
    known = new Set(reached.map(capSetting));
    // What a turn could still spend doesn't matter once it has its answer.
    const useful = fresh.filter(({ scope }) => !(isOver && scope === 'turn'));
    return useful.map(each => {
      const setting = `converser.${capSetting(each)}`;
      return `Limit ${scopeTexts[each.scope]}: ${capText(each)} used (${setting}).`;
    });
  };
}

const scopeTexts: Readonly<Record<Scope, string>> = {
  turn: 'for this turn',
  conversation: 'for this conversation',
  day: 'for today',
  month: 'for this month',
};
