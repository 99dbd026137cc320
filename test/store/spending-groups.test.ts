import assert from 'node:assert/strict';
import { noSpending } from '../../src/converser/words/spending/spending.ts';
import { noToolCounts } from '../../src/converser/words/spending/tool-figures.ts';
import { lastDays } from '../../src/store/calendar-days.ts';
import { dayChart } from '../../src/store/spending-groups.ts';
import { chartHtml } from '../../src/vscode/commands/spending-chart.ts';

const on = (day: string, more: object) => ({
  day,
  spending: { ...noSpending, requests: 1, ...more },
  tools: noToolCounts,
  shares: [],
});

describe('the chart of what was spent by day', () => {
  const dates = lastDays(new Date(2026, 2, 2), 5);

  it('has a bar for each of the last days, also for those on which nothing was spent', () => {
    assert.deepEqual(dates, ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
    const { unit, days } = dayChart([on('2026-03-01', { cost: 2 }), on('2026-01-01', { cost: 9 })], dates);
    assert.equal(unit, 'cost');
    assert.deepEqual(
      days.map(({ amount }) => amount),
      [0, 0, 0, 2, 0],
    );
  });

  it('counts tokens where no price is known', () => {
    const chart = dayChart([on('2026-03-02', { input: 900, output: 100 })], dates);
    assert.equal(chart.unit, 'tokens');
    assert.equal(chart.days.at(-1)?.amount, 1_000);
    assert.match(chartHtml(chart, { day: { cost: 1 } }), /most in a day: 1000<\/figcaption>/);
  });

  it('draws limits as lines, and only names those that would make the bars too small to see', () => {
    const chart = dayChart([on('2026-03-02', { cost: 1 })], dates);
    const html = chartHtml(chart, { day: { cost: 2 }, month: { cost: 3100 } });
    assert.equal(html.split('<line').length - 1, 1);
    assert.match(html, /limit per day: \$2\.00 \(line\)/);
    assert.match(html, /limit per month, for each of its days: \$100\.00, above the chart/);
    assert.equal(chartHtml(dayChart([], dates), {}), '', 'there is none without spending');
  });
});
