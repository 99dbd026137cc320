import { capText } from '../../converser/turn/limits/cap-text.ts';
import { type Caps, type Scope, scopes, usedOf } from '../../converser/words/spending/caps.ts';
import { noSpending, type Spending, sumSpending } from '../../converser/words/spending/spending.ts';
import { spendingFigures, spendingText } from '../../converser/words/spending/spending-text.ts';
import { monthOf } from '../../store/calendar-days.ts';
import type { SpentOnDay } from '../../store/spending-totals.ts';
import type { Choice } from '../common/ask-in-vscode.ts';

export interface SpendingFacts {
  readonly days: readonly SpentOnDay[];
  readonly conversation: Spending;
  /** `2026-11-25` */
  readonly today: string;
  readonly caps: Caps;
}

/** The value is the word that the settings of a sum have in common, or nothing. */
export function spendingChoices({
  days,
  conversation,
  today,
  caps,
}: SpendingFacts): readonly Choice<string>[] {
  const sum = (isWanted: (day: string) => boolean) =>
    sumSpending(days.filter(({ day }) => isWanted(day)).map(({ spending }) => spending));
  const month = monthOf(today);
  const spent: Readonly<Record<Exclude<Scope, 'turn'>, Spending>> = {
    conversation,
    day: sum(day => day === today),
    month: sum(day => monthOf(day) === month),
  };
  const others = days.filter(({ day }) => day !== today);
  const earlier = others.map(({ day, spending }) => choiceOf(day, spending, { group: 'Earlier', value: '' }));
  const now = scopes
    .filter(scope => scope !== 'turn')
    .map(scope => {
      const { [scope]: cap } = caps;
      const limits = usedOf(cap === undefined ? {} : { [scope]: cap }, { turn: noSpending, ...spent });
      return choiceOf(titles[scope], spent[scope], {
        group: 'Now',
        // VS Code shows no setting for the others.
        value: scope === 'day' ? 'Per day' : '',
        limits: limits.map(capText),
      });
    });
  return [...now, ...earlier];
}

const titles = { conversation: 'This conversation', day: 'Today', month: 'This month' } as const;

interface Shown {
  readonly group: string;
  readonly value: string;
  readonly limits?: readonly string[];
}

function choiceOf(label: string, spending: Spending, { group, value, limits = [] }: Shown): Choice<string> {
  const figures = spendingFigures(spending).filter(line => !line.endsWith('.'));
  const detail = spending.requests === 0 ? 'Nothing' : figures.join(' · ');
  const limited = limits.length === 0 ? '' : `limits: ${limits.join(', ')}`;
  const description = [spendingText(spending), limited].filter(Boolean).join(' · ');
  return { label, description, detail, group, value };
}
