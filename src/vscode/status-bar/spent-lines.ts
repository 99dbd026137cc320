import { capText } from '../../converser/turn/limits/cap-text.ts';
import { type Caps, usedOf } from '../../converser/words/spending/caps.ts';
import { noSpending } from '../../converser/words/spending/spending.ts';
import { spendingText } from '../../converser/words/spending/spending-text.ts';
import type { CalendarSums } from '../../converser/words/spending/totals.ts';

export function spentLines(sums: CalendarSums, caps: Caps): readonly string[] {
  const spent = { turn: noSpending, conversation: noSpending, ...sums };
  return (['day', 'month'] as const).flatMap(scope => {
    const { [scope]: cap } = caps;
    const limits = usedOf(cap === undefined ? {} : { [scope]: cap }, spent).map(capText);
    const limited = limits.length === 0 ? '' : `limits: ${limits.join(', ')}`;
    const said = [spendingText(spent[scope]), limited].filter(Boolean).join(' · ');
    return said === '' ? [] : [`${titles[scope]}: ${said}`];
  });
}

const titles = { day: 'Today', month: 'This month' } as const;
