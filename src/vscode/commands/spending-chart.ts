import { tokenCountText } from '../../converser/ground/wording/numbers.ts';
import type { Caps } from '../../converser/words/spending/caps.ts';
import { costText } from '../../converser/words/spending/spending-text.ts';
import type { DayChart } from '../../store/spending-groups.ts';

const size = { width: 300, height: 80 };
const gap = 2;
/** A limit that is higher than so many times the longest bar would make all bars too short to see. */
const mostAbove = 4;

/** A picture for the eye: the table of days says the same. */
export function chartHtml(chart: DayChart, caps: Caps): string {
  const most = Math.max(0, ...chart.days.map(({ amount }) => amount));
  if (most === 0) return '';
  const say = chart.unit === 'cost' ? costText : tokenCountText;
  const limits = limitsOf(chart, caps);
  const shown = limits.filter(({ amount }) => amount <= most * mostAbove);
  const scale = size.height / Math.max(most, ...shown.map(({ amount }) => amount));
  const width = size.width / chart.days.length;
  const bars = chart.days.map(({ day, amount }, at) => {
    const height = amount * scale;
    return `<rect class="chart-day" x="${at * width}" y="${size.height - height}" width="${width - gap}" height="${height}"><title>${day}: ${say(amount)}</title></rect>`;
  });
  const lines = shown.map(({ amount, kind }) => {
    const y = size.height - amount * scale;
    return `<line class="chart-limit ${kind}" x1="0" x2="${size.width}" y1="${y}" y2="${y}"></line>`;
  });
  const told = limits.map(limit => {
    const line = shown.includes(limit)
      ? ` (${limit.kind === 'day' ? 'line' : 'dashed line'})`
      : ', above the chart';
    return `${limit.label}: ${say(limit.amount)}${line}`;
  });
  const [first, last] = [chart.days[0]?.day, chart.days.at(-1)?.day];
  const caption = [`${first} to ${last}`, `most in a day: ${say(most)}`, ...told].join(' · ');
  return `<figure class="chart">
        <svg viewBox="0 -1 ${size.width} ${size.height + 2}" preserveAspectRatio="none" role="img" aria-label="Spending by day">${bars.join('')}${lines.join('')}</svg>
        <figcaption>${caption}</figcaption>
      </figure>`;
}

function limitsOf({ unit, days }: DayChart, { day, month }: Caps) {
  const [year = 0, monthNow = 1] = (days.at(-1)?.day ?? '').split('-').map(Number);
  const daysInMonth = new Date(year, monthNow, 0).getDate();
  const limits = [
    { kind: 'day', label: 'limit per day', amount: day?.[unit] },
    {
      kind: 'month',
      label: 'limit per month, for each of its days',
      amount: month?.[unit] === undefined ? undefined : month[unit] / daysInMonth,
    },
  ];
  return limits.flatMap(({ amount, ...limit }) => (amount === undefined ? [] : [{ ...limit, amount }]));
}
