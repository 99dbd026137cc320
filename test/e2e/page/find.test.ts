import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { sidebarState, turnStart } from '../../sidebar/sidebar-states.ts';
import { sidebarPages, themes } from './open-sidebar-page.ts';
import { make } from './scenes.ts';

describe('finding in the sidebar’s page', () => {
  const open = sidebarPages();
  const count = 200;
  const canisters = Array.from({ length: count }, (_, at): readonly Canister[] => [
    make.user(`user-${at}`, `Question ${at}.`),
    ...(at === 60
      ? [
          make.invocation('call-60', 'workspace:read_file', { path: 'file.md' }),
          make.result('call-60', 'In here is a pelican.'),
        ]
      : []),
    make.assistant(
      `answer-${at}`,
      at % 40 === 10 ? `${'A paragraph.\n\n'.repeat(12)}A **peli**can, and a \`pelican\`.` : 'Nothing of it.',
    ),
  ]).flat();
  const state = sidebarState({ canisters });

  it('finds what is not drawn, goes through all of it by keyboard, and goes back', async () => {
    const { page, settled, tell } = await open({ height: 480, state, focus: true });
    await page.evaluate(() =>
      window.addEventListener('keydown', ({ key }) => Object.assign(window, { heard: key })),
    );
    await page.keyboard.press('Control+f');
    assert.equal(await page.evaluate(() => Reflect.get(window, 'heard')), 'Control', 'VS Code hears of no F');
    await isFocused(page, 'Find in the conversation');
    // It may be late, when you come with the key of the field.
    await tell({ type: 'focus' });
    await page.keyboard.type('Pelican');
    // Five turns have it twice each, and a call has it once. It begins where one reads: at the end, so with the first.
    await said(page, '1 of 11');
    await found(page, 'Question 10.', 'pelican');
    for (const [at, question] of [10, 50, 50, 60, 90].entries()) {
      await page.keyboard.press('Enter');
      await said(page, `${at + 2} of 11`);
      await found(page, `Question ${question}.`, 'pelican');
    }
    await page.keyboard.press('Shift+Enter');
    await said(page, '5 of 11');
    await found(page, 'Question 60.', 'pelican');
    assert.equal(await page.locator('.invocation-toggle[aria-expanded=true]').count(), 1, 'the call is open');
    await page.getByRole('button', { name: 'Previous match' }).click();
    await said(page, '4 of 11');
    for (let step = 0; step < 4; step++) await page.keyboard.press('F3');
    await settled();
  });

  it('stays with what it found in a call at the end, which opens', async () => {
    const call = make.invocation('call-last', 'workspace:write_file', { path: 'a.md', text: 'A heron.' });
    const result = make.result('call-last', 'Done.', {
      screen: '```diff\n+ A line of it.\n```\n\n'.repeat(20),
    });
    const last = [make.user('user-last', 'Write it.'), call, result, make.assistant('answer-last', 'Done.')];
    const shown = sidebarState({ canisters: last });
    const { page, settled } = await open({ height: 480, state: shown, focus: true });
    await page.keyboard.press('Control+f');
    await page.locator('.find input').fill('heron');
    await said(page, '1 of 1');
    await page.locator('.invocation-details .markdown pre').first().waitFor();
    await settled();
    await found(page, 'Write it.', 'heron');
  });

  it('begins at the turn that was found from elsewhere, once the conversation is shown', async () => {
    const { page, tell, show } = await open({ height: 480, state: sidebarState(), focus: true });
    await tell({ type: 'find', conversation: 'conversation of user-0', turn: 50, text: 'PELICAN' });
    assert.equal(await page.locator('.find').count(), 0);
    await show(state);
    await said(page, '3 of 11');
    await found(page, 'Question 50.', 'pelican');
    await isFocused(page, 'Find in the conversation');
    await page.keyboard.press('Enter');
    await said(page, '4 of 11');
  });

  it('says that there is nothing, and gives the focus to the conversation when it is closed', async () => {
    const { page, posts } = await open({ state: { ...state, running: true }, focus: true });
    await page.keyboard.press('Control+f');
    await page.keyboard.type('albatross');
    await said(page, 'No results');
    assert.equal(await page.getByRole('button', { name: 'Next match' }).isDisabled(), true);
    await posts();
    await page.keyboard.press('Escape');
    assert.deepEqual(await posts(), [], 'what runs goes on');
    assert.equal(await page.locator('.find').count(), 0);
    await isFocused(page, 'Conversation');
    assert.equal(await page.evaluate(() => CSS.highlights.size), 0);
    await page.keyboard.press('Control+f');
    await isFocused(page, 'Find in the conversation');
  });

  it('finds in the answer that is being written', async () => {
    const { page, play } = await open({ state: { ...state, running: true }, focus: true });
    await play(
      turnStart(make.user('user-now', 'Which bird?')),
      { type: 'round-start', round: 1 },
      { type: 'text-delta', text: 'It is an albat' },
    );
    await page.keyboard.press('Control+f');
    await page.keyboard.type('albatross');
    await said(page, 'No results');
    await play({ type: 'text-delta', text: 'ross.' });
    await said(page, '1 of 1');
    await found(page, 'Which bird?', 'albatross');
  });

  for (const width of [250, 900]) {
    it(`fits a view of ${width} pixels, without serious accessibility findings in any theme`, async () => {
      const sidebar = await open({ width, height: 480, state, focus: true });
      const { page, changeTheme, accessibilityFindings, screenshot } = sidebar;
      await page.keyboard.press('Control+f');
      await page.keyboard.type('pelican');
      await said(page, '1 of 11');
      await found(page, 'Question 10.', 'pelican');
      for (const theme of themes) {
        await changeTheme(theme);
        assert.deepEqual(await accessibilityFindings(theme === 'dark' ? 'all' : 'colors'), []);
        await screenshot(`find-${width}-${theme}`);
      }
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    });
  }
});

async function said(page: Page, text: string): Promise<void> {
  await page
    .locator('.find-count')
    .filter({ hasText: new RegExp(`^${text}$`) })
    .waitFor();
}

async function isFocused(page: Page, name: string): Promise<void> {
  await page.waitForFunction(label => document.activeElement?.getAttribute('aria-label') === label, name);
}

/** Waits until the current match says this, is in view, and is in the turn with this question. */
async function found(page: Page, question: string, text: string): Promise<void> {
  await page.waitForFunction(
    ([asked, wanted]) => {
      const [range] = CSS.highlights.get('converser-found-current') ?? [];
      const view = document.querySelector('.log')?.getBoundingClientRect();
      if (!(range instanceof Range) || view === undefined) return false;
      const turn = range.startContainer.parentElement?.closest('article');
      const { top, bottom } = range.getBoundingClientRect();
      return (
        range.toString().toLowerCase() === wanted &&
        turn?.getAttribute('aria-label') === asked &&
        top >= view.top &&
        bottom <= view.bottom
      );
    },
    [question, text],
  );
}
