import assert from 'node:assert/strict';
import { sidebarState, turnStart } from '../../sidebar/sidebar-states.ts';
import { says, sidebarPages, textOf } from './open-sidebar-page.ts';
import { committed, compaction, user } from './scenes.ts';

describe('what is left out of requests, in the sidebar’s page', () => {
  const open = sidebarPages();

  it('is a row that opens by keyboard to show all that went, and is taken back there', async () => {
    const { page, show, posts, changeTheme, accessibilityFindings, screenshot } = await open({
      width: 340,
      height: 900,
      state: sidebarState({ canisters: [...committed, compaction] }),
    });
    const row = page.locator('converser-compaction summary');
    await says(row, /Compacted: 2 results and 6 turns left out, 1 result cut, about 26,700 tokens/);
    await row.press('Enter');
    const details = page.getByRole('group', { name: 'What is left out' });
    const said = await textOf(details);
    assert.match(
      said,
      /came close to the context limit\. The request had about 36,100 tokens before, and 9,400 tokens after/,
    );
    assert.match(said, /read_file.*8,120 tokens, replaced by a newer one/s);
    assert.match(said, /npm test.*cut after 1,200 characters/s);
    assert.match(said, /6 turns, about 11,000 tokens, summarized by ollama\/qwen3:4b:/);
    assert.match(said, /<script>alert\(1\)<\/script>/);
    assert.deepEqual(await accessibilityFindings(), []);
    await screenshot('compaction');
    await posts();
    await page.getByRole('button', { name: 'Take Back' }).press('Enter');
    assert.deepEqual(await posts(), [{ type: 'take-back-compaction', id: compaction.id, takenBack: true }]);
    const back = { ...compaction, marks: { ...compaction.marks, active: false } };
    await show(sidebarState({ canisters: [...committed, back] }));
    await says(row, /Taken back: 2 results/);
    await page.getByRole('button', { name: 'Leave Out Again' }).click();
    assert.deepEqual(await posts(), [{ type: 'take-back-compaction', id: compaction.id, takenBack: false }]);
    await changeTheme('high-contrast-light');
    await screenshot('compaction-taken-back');
  });

  it('is said to be back where you have pinned it since, and left out again once you unpin it', async () => {
    const { page, show, screenshot } = await open({ width: 340, height: 900 });
    const results = compaction.results.map(each =>
      each.id === 'r2' ? { ...each, isPinned: true as const } : each,
    );
    await show(sidebarState({ canisters: [...committed, { ...compaction, results }] }));
    const row = page.locator('converser-compaction summary');
    await says(
      row,
      /1 result and 6 turns left out, 1 result cut, about 24,400 tokens, 1 result back because you pinned it/,
    );
    await row.click();
    const entry = page.getByRole('list', { name: 'Results' }).getByRole('listitem').nth(1);
    await says(entry, /search.* about 2,300 tokens, back because you pinned it$/);
    await screenshot('compaction-pinned-back');
    await show(sidebarState({ canisters: [...committed, compaction] }));
    await says(row, /about 26,700 tokens\s*$/);
    await says(entry, /about 2,300 tokens$/);
  });

  it('is there while its turn runs, also where the request is made again, and can’t be taken back until it ends', async () => {
    const { page, play } = await open({ state: sidebarState({ turn: [turnStart(user)], running: true }) });
    await play(
      { type: 'round-start', round: 1 },
      { type: 'notice', message: 'Qwen summarizes 6 older turns to make room…' },
      { type: 'joined', canisters: [compaction] },
      { type: 'round-restart', round: 1, message: 'Asking again with the shorter request.', wait: 0 },
    );
    const row = page.locator('converser-compaction summary');
    await row.click();
    assert.equal(await row.count(), 1);
    assert.equal(await page.getByRole('button', { name: 'Take Back' }).count(), 0);
    await says(page.locator('.turn'), /Qwen summarizes 6 older turns/);
  });
});
