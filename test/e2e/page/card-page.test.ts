import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { viewCheck } from '../../../src/providers/check/card-view.ts';
import { reportPageHtml } from '../../../src/vscode/common/page-html.ts';
import { cardHtml } from '../../../src/vscode/models/check-card-html.ts';
import { aCard } from '../../providers/check/a-card.ts';
import { sharedBrowser } from './shared-browser.ts';

/** In VS Code the page lets no other script in, axe-core included: here it has all but its policy and its own script. */
describe('the page of a card', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  it('has no serious finding of axe-core, while it fills and when it is whole', async () => {
    const following = viewCheck(aCard);
    const begun = following.view;
    for (const result of aCard.probes) following.hear({ type: 'probe-end', result });
    following.end({ type: 'card', card: aCard });
    for (const view of [begun, following.view]) {
      const page = await browser.newPage();
      const empty = reportPageHtml('Check', {
        source: "'self'",
        url: (...path) => path.join('/'),
        nonce: '',
      });
      const html = empty.replace('<main>', `<main>${cardHtml(view)}`);
      await page.setContent(
        html.replace(/<meta http-equiv="Content-Security-Policy".*>|<script.*<\/script>/g, ''),
      );
      await page.addStyleTag({ content: await readFile('media/card.css', 'utf8') });
      await page.evaluate(axe.source);
      const { violations, passes } = await page.evaluate(() => window.axe.run(document));
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      assert.deepEqual(
        serious.map(({ id }) => id),
        [],
      );
      assert.ok(passes.some(({ id }) => id === 'color-contrast'));
      await page.close();
    }
  });

  it('shows what a model said as text, never as markup', () => {
    const following = viewCheck({ label: '<img src=x>', model: 'a/"><script>' });
    const html = cardHtml(following.view);
    assert.ok(!html.includes('<img') && !html.includes('<script'));
  });
});
