import assert from 'node:assert/strict';
import { says, sidebarPages, themes } from './open-sidebar-page.ts';
import { priced, timed } from './scenes.ts';

describe('the timeline of a turn, in the sidebar’s page', () => {
  const open = sidebarPages();

  it('opens below an answer, is walked with the arrow keys, and is a table, too', async () => {
    const { page, press, changeTheme, accessibilityFindings, screenshot } = await open({
      width: 250,
      height: 900,
      state: timed,
    });
    await page.locator('.spending > summary').first().press('Enter');
    const bars = page.getByRole('listbox', { name: 'Timeline' }).getByRole('option');
    const words = page.locator('.timeline-words');
    await says(words, /^Compaction, 880 ms$/);
    assert.equal(await bars.count(), 8);
    assert.equal(await bars.and(page.locator('[tabindex="0"]')).count(), 1, 'it is one stop of Tab');
    await bars.first().focus();
    const walked: (string | null)[] = [];
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'End', 'ArrowRight', 'Home']) {
      await press(key);
      walked.push(await words.textContent());
      assert.equal(await page.locator('.timeline-bar:focus').getAttribute('aria-label'), walked.at(-1));
    }
    assert.deepEqual(walked, [
      'Round 1, model, 3.0 s, first token after 790 ms, 5000 → 80 tokens, $0.0270',
      'workspace:read_file, 1.3 s',
      'probability:roll, 8.5 s, waited 7.0 s for you',
      'workspace:read_file, 1.3 s',
      'Round 3, model, 5.4 s, first token after 970 ms',
      'Round 3, model, 5.4 s, first token after 970 ms',
      'Compaction, 880 ms',
    ]);
    await bars.nth(3).hover();
    await says(words, /^probability:roll/);
    for (const theme of themes) {
      await changeTheme(theme);
      assert.deepEqual(await accessibilityFindings(), []);
      await screenshot(`timeline-${theme}`);
    }
    await page.getByRole('button', { name: 'Show timeline as table' }).press('Enter');
    const rows = page.getByRole('table', { name: 'Timeline' }).getByRole('row');
    assert.equal(await rows.count(), 9);
    await says(rows.nth(5), /Round 2, model.*made again: The server is busy.*12\.4 s.*490 ms/s);
    assert.deepEqual(await accessibilityFindings(), []);
    await screenshot('timeline-table');
    const [width = 0] = await page.locator('.log').evaluateAll(logs => logs.map(log => log.scrollWidth));
    assert.ok(width <= 250);
    await page.getByRole('button', { name: 'Show timeline as bars' }).press('Enter');
    assert.equal(await bars.count(), 8);
  });

  it('says where no times were kept', async () => {
    const { page } = await open({ state: priced });
    await page.locator('.spending > summary').first().press('Enter');
    await page.getByText('No times were kept of this turn.').waitFor();
    assert.equal(await page.getByRole('listbox').count(), 0);
  });
});
