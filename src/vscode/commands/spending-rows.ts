import { capText } from '../../converser/turn/limits/cap-text.ts';
import { type Caps, type Scope, scopes, usedOf } from '../../converser/words/spending/caps.ts';
import { noSpending, type Spending } from '../../converser/words/spending/spending.ts';
import { spendingFigures, spendingText } from '../../converser/words/spending/spending-text.ts';
import { type SpentOnDay, sumsOn } from '../../store/spending-totals.ts';

export interface SpendingFacts {
  readonly days: readonly SpentOnDay[];
  readonly conversation: Spending;
  /** `2026-11-25` */
  readonly today: string;
  readonly caps: Caps;
}

export interface SpendingRow {
  readonly label: string;
  readonly spent: string;
  readonly figures: string;
}

export function spendingRows({ days, conversation, today, caps }: SpendingFacts): readonly SpendingRow[] {
  const spent: Readonly<Record<Exclude<Scope, 'turn'>, Spending>> = {
    conversation,
    ...sumsOn(days, today),
  };
  return scopes
    .filter(scope => scope !== 'turn')
    .map(scope => {
      const { [scope]: cap } = caps;
      const limits = usedOf(cap === undefined ? {} : { [scope]: cap }, { turn: noSpending, ...spent });
      return rowOf(titles[scope], spent[scope], limits.map(capText));
    });
}

const titles = { conversation: 'This conversation', day: 'Today', month: 'This month' } as const;

function rowOf(label: string, spending: Spending, limits: readonly string[] = []): SpendingRow {
  const figures = spendingFigures(spending).filter(line => !line.endsWith('.'));
  const all = spending.requests === 0 ? 'Nothing' : figures.join(' · ');
  const limited = limits.length === 0 ? '' : `limits: ${limits.join(', ')}`;
  return { label, spent: [spendingText(spending), limited].filter(Boolean).join(' · '), figures: all };
}
