import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import axe from 'axe-core';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { sidebarOptions } from '../../../esbuild.js';
import { noSpending } from '../../../src/converser/words/spending/spending.ts';
import { noToolCounts } from '../../../src/converser/words/spending/tool-figures.ts';
import { lastDays } from '../../../src/store/calendar-days.ts';
import { dayChart, shownDays } from '../../../src/store/spending-groups.ts';
import type { SpentOnDay } from '../../../src/store/spending-totals.ts';
import {
  type SpendingReport,
  spendingHtml,
  spendingLinks,
} from '../../../src/vscode/commands/spending-html.ts';
import { themes } from './open-sidebar-page.ts';
import { sharedBrowser } from './shared-browser.ts';

const tool = (name: string, counts: Readonly<Record<string, number>>) => ({
  tool: name,
  model: 'p/m',
  counts,
});

const dates = lastDays(new Date(2026, 10, 29), shownDays);
const spentOn = (at: number): SpentOnDay => ({
  day: dates[at] ?? '',
  spending: { ...noSpending, requests: 2, input: 9_000, output: 400, cost: 0.1 * (at % 7) },
  tools: noToolCounts,
  shares: [],
});

const report: SpendingReport = {
  chart: dayChart(
    dates.map((_, at) => spentOn(at)),
    dates,
  ),
  caps: { day: { cost: 0.5 }, month: { cost: 12 } },
  by: 'tool',
  groups: [],
  spent: [{ label: 'Today', spent: '12.4k → 90 tokens', figures: '2 requests' }],
  period: 'today',
  counts: {
    recent: [],
    tools: [
      tool('files:read', { described: 9_000, calls: 3, 'time 20': 3 }),
      tool('web:fetch', { described: 20, calls: 40, 'failed timeout': 2, 'time 40': 38 }),
      tool('x:<img src=x>', { described: 100, calls: 2 }),
    ],
  },
  idle: { conversations: 4, tools: [{ tool: 'x:<img src=x>', tokens: 50 }] },
};

/** In VS Code the page lets no other script in, axe-core included: here it has all but its policy. */
const conversations: SpendingReport = {
  ...report,
  by: 'conversation',
  groups: [
    { name: 'Fix <b>it</b>', conversation: 'c-1', spending: spentOn(6).spending },
    { name: 'Not recorded', spending: spentOn(1).spending },
  ],
};

describe('the page of what was spent', () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });

  it('sorts by any column with the keyboard, says how, and has no serious finding of axe-core', async () => {
    const { outputFiles } = await build({
      ...sidebarOptions({}),
      entryPoints: { report: 'src/sidebar/report-page.ts' },
      write: false,
    });
    const script = outputFiles.find(({ path }) => path.endsWith('report.js'))?.text ?? '';
    const page = await browser.newPage();
    await page.setContent(
      '<!DOCTYPE html><html lang="en"><head><title>Spending</title></head><body><main></main></body></html>',
    );
    await page.addStyleTag({ content: await readFile('media/card.css', 'utf8') });
    await page.addScriptTag({
      content: `window.acquireVsCodeApi = () => ({ postMessage() {} });\n${script}`,
      type: 'module',
    });
    await page.evaluate(html => window.postMessage(html), spendingHtml(report));
    const table = page.locator('table.sortable').first();
    const names = () => table.locator('tbody th').allTextContents();
    await table.waitFor();
    assert.deepEqual(await names(), ['files:read', 'x:<img src=x>', 'web:fetch']);
    const header = (name: string) => table.getByRole('columnheader', { name });
    const sorted = async (name: string) => {
      await header(name).getByRole('button').focus();
      await page.keyboard.press('Enter');
      return [
        await header(name).getAttribute('aria-sort'),
        ...(await names()).map(each => each.split(':')[0]),
      ];
    };
    assert.deepEqual(await sorted('Calls'), ['descending', 'web', 'files', 'x']);
    assert.deepEqual(await sorted('Calls'), ['ascending', 'x', 'files', 'web']);
    assert.deepEqual(await sorted('Name'), ['ascending', 'files', 'web', 'x']);
    assert.equal(await table.locator('[aria-sort]').count(), 1);
    await page.addStyleTag({ content: await readFile('test/fixtures/sidebar/themes.css', 'utf8') });
    await page.evaluate(axe.source);
    const figure = page.getByRole('figure');
    assert.match(
      (await figure.textContent()) ?? '',
      /2026-10-31 to 2026-11-29 · most in a day: \$0\.60 · limit per day: \$0\.50 \(line\) · limit per month, for each of its days: \$0\.40 \(dashed line\)/,
    );
    assert.equal(await figure.locator('.chart-day').count(), shownDays);
    for (const theme of themes) {
      await page.evaluate(html => window.postMessage(html), spendingHtml(conversations));
      await page.getByRole('link', { name: 'Fix <b>it</b>' }).waitFor();
      await page.evaluate(name => {
        document.documentElement.className = `theme-${name}`;
        document.body.className = `vscode-body vscode-${name}`;
      }, theme);
      const { violations } = await page.evaluate(() => window.axe.run(document));
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      assert.deepEqual(
        serious.map(({ id }) => `${theme}: ${id}`),
        [],
      );
      await page.screenshot({ path: `.screenshots/spending-${theme}.png` });
    }
    for (const width of [250, 430, 900]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `.screenshots/spending-${width}.png` });
    }
    await page.close();
  });

  it('links only to what it may run', () => {
    const linked = [
      ...`${spendingHtml(report)}${spendingHtml(conversations)}`.matchAll(/href="command:([^"?]+)/g),
    ].map(([, command]) => command);
    assert.ok(linked.length >= 12 && linked.every(each => spendingLinks.includes(each ?? '')));
  });
});
