import assert from 'node:assert/strict';
import { noSpending, type Spending } from '../../src/converser/words/spending/spending.ts';
import { noToolCounts } from '../../src/converser/words/spending/tool-figures.ts';
import { spendingRows } from '../../src/vscode/commands/spending-rows.ts';

const spent = (cost: number, more: Partial<Spending> = {}): Spending => {
  return { ...noSpending, requests: 2, input: 12_400, output: 90, cost, ...more };
};

describe('the table of what was spent', () => {
  it('has the conversation, the day and the month with their limits', () => {
    const tools = noToolCounts;
    const rows = spendingRows({
      days: [
        { day: '2026-12-02', spending: spent(0.41, { calls: 3, worked: 65_000 }), tools, shares: [] },
        { day: '2026-12-01', spending: spent(1), tools, shares: [] },
        { day: '2026-11-30', spending: spent(7), tools, shares: [] },
      ],
      conversation: noSpending,
      today: '2026-12-02',
      caps: { day: { cost: 2, calls: 100 }, month: { tokens: 1_000_000 } },
    });
    assert.deepEqual(
      rows.map(({ label, spent: sum }) => [label, sum]),
      [
        ['This conversation', ''],
        ['Today', '12.4k → 90 tokens, $0.41 · limits: $0.41 of $2.00, 3 of 100 tool calls'],
        ['This month', '24.8k → 180 tokens, $1.41 · limits: 24,980 of 1,000,000 tokens'],
      ],
    );
    assert.equal(rows[0]?.figures, 'Nothing');
    assert.match(rows[1]?.figures ?? '', /^2 requests · 3 tool calls · 1 min 5 s of work · 12,400 tokens in/);
  });
});
