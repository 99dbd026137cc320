import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { sidebarState, turnStart } from '../../sidebar/sidebar-states.ts';
import { type SidebarPage, sidebarPages } from './open-sidebar-page.ts';
import { make } from './scenes.ts';

describe('a long conversation in the sidebar’s page', () => {
  const open = sidebarPages();
  const height = 480;
  const count = 400;
  /** Turns of very different heights, every third one with a call. */
  const canisters = Array.from({ length: count }, (_, at): readonly Canister[] => [
    make.user(`user-${at}`, `Question ${at}.`),
    ...(at % 3 === 0
      ? [
          make.invocation(`call-${at}`, 'workspace:read_file', { path: `file-${at}.md` }),
          make.result(`call-${at}`, `What is in file ${at}`),
        ]
      : []),
    make.assistant(`answer-${at}`, `${'A paragraph of it.\n\n'.repeat((at * 7) % 23)}Answer ${at}.`),
  ]).flat();
  const state = sidebarState({ canisters });

  it('loses no turn: scrolled through from the end, it shows each of them, and never many at a time', async () => {
    const { page, show, settled } = await open({ height });
    const some = 40;
    const last = canisters.findIndex(({ id }) => id === `user-${some}`);
    await show(sidebarState({ canisters: canisters.slice(0, last) }));
    await page.getByText(`Answer ${some - 1}.`).waitFor();
    const seen = new Set<number>();
    for (;;) {
      for (const at of await turnsInView(page)) seen.add(at);
      assert.ok((await page.locator('converser-turn').count()) < 40);
      if (await page.locator('.log').evaluate(log => log.scrollTop === 0)) break;
      await page.locator('.log').evaluate(log => log.scrollBy(0, -log.clientHeight * 0.9));
      await settled();
    }
    assert.equal(seen.size, some);
  });

  it('says to screen readers which turn of how many each one is', async () => {
    const { page, accessibilityFindings } = await open({ height, state });
    const last = page.getByRole('article', { name: `Question ${count - 1}.` });
    await last.waitFor();
    assert.equal(await last.getAttribute('aria-posinset'), String(count));
    assert.equal(await last.getAttribute('aria-setsize'), String(count));
    assert.deepEqual(await accessibilityFindings(), []);
  });

  it('keeps what is read in its place while turns above are read, an answer comes and the view gets narrower', async () => {
    const sidebar = await open({ height, width: 600, state });
    const { page } = sidebar;
    await scrollTo(sidebar, 0.5);
    const [reading] = await turnsInView(page);
    assert.ok(reading !== undefined && reading > 100 && reading < 300);
    const before = await topOf(page, reading);
    await sidebar.show({ ...state, running: true });
    await sidebar.play(turnStart(make.user('user-now', 'And now?')), { type: 'round-start', round: 1 });
    for (let delta = 0; delta < 20; delta++) await sidebar.play({ type: 'text-delta', text: 'More.\n\n' });
    assert.ok(Math.abs((await topOf(page, reading)) - before) < 2);
    await page.setViewportSize({ width: 260, height });
    await sidebar.settled();
    assert.ok((await turnsInView(page)).includes(reading));
  });

  it('shows what was read again when the page is loaded again', async () => {
    const sidebar = await open({ height, state });
    const { page } = sidebar;
    await scrollTo(sidebar, 0.3);
    const [reading] = await turnsInView(page);
    assert.ok(reading !== undefined);
    const top = await topOf(page, reading);
    const remembered = await sidebar.remembered();
    const again = await open({ height, remembered });
    await again.show(state);
    await again.page.getByText(`Question ${reading}.`).waitFor();
    await again.settled();
    assert.ok(Math.abs((await topOf(again.page, reading)) - top) < 2);
    const other = sidebarState({ canisters: canisters.slice(8) });
    await again.show(other);
    await again.page.getByText(`Answer ${count - 1}.`).waitFor();
    assert.equal(await again.page.locator('.to-latest').count(), 0, 'another conversation from its end');
  });

  it('keeps the row that has the focus, wherever one scrolls to', async () => {
    const sidebar = await open({ height, state });
    const { page } = sidebar;
    const row = page.locator('.invocation-toggle').last();
    await row.focus();
    const name = await row.textContent();
    await scrollTo(sidebar, 0);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), name);
    await page.keyboard.press('Enter');
    await page.locator('.invocation-toggle[aria-expanded=true]').waitFor();
  });

  it('goes by arrow key to calls that are not drawn yet', async () => {
    const { page } = await open({ height, state });
    await page.locator('.invocation-toggle').last().focus();
    const focused = () =>
      page.evaluate(() => /file-(\d+)\.md/.exec(document.activeElement?.textContent ?? '')?.[1]);
    assert.equal(await focused(), '399');
    for (let at = 396; at > 360; at -= 3) {
      await page.keyboard.press('ArrowUp');
      await page.waitForFunction(
        name => document.activeElement?.textContent?.includes(name),
        `file-${at}.md`,
      );
    }
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('file-366.md'));
  });

  it('shows a question of the turn that runs, wherever one reads', async () => {
    const sidebar = await open({ height, state });
    const { page } = sidebar;
    await scrollTo(sidebar, 0.2);
    const call = make.invocation('call-now', 'workspace:write_file', { path: 'a.md' });
    await sidebar.show({
      ...state,
      running: true,
      turn: [
        turnStart(make.user('user-now', 'Write it.')),
        { type: 'round-start', round: 1 },
        { type: 'invocation-start', canister: call },
      ],
      questions: [
        {
          id: 'question-now',
          invocationId: 'call-now',
          fullName: 'workspace:write_file',
          arguments: call.arguments,
          reason: 'It may change something.',
          scopes: ['once'],
          patterns: [],
        },
      ],
    });
    await page.waitForFunction(() => document.activeElement?.classList.contains('permission'));
    const card = await page.locator('.permission').boundingBox();
    assert.ok(card !== null && card.y >= 0 && card.y + card.height <= height);
  });
});

async function scrollTo(sidebar: SidebarPage, share: number): Promise<void> {
  await sidebar.page
    .locator('.log')
    .evaluate((log, to) => log.scrollTo(0, (log.scrollHeight - log.clientHeight) * to), share);
  await sidebar.settled();
}

/** The turns that one sees, by number. */
function turnsInView(page: Page): Promise<readonly number[]> {
  return page.locator('.log').evaluate(log => {
    const { top, bottom } = log.getBoundingClientRect();
    return [...log.querySelectorAll('converser-turn')]
      .filter(turn => {
        const box = turn.getBoundingClientRect();
        return box.bottom > top && box.top < bottom;
      })
      .map(turn => Number(/^Question (\d+)\./.exec(turn.querySelector('article')?.ariaLabel ?? '')?.[1]));
  });
}

async function topOf(page: Page, turn: number): Promise<number> {
  const box = await page.getByRole('article', { name: `Question ${turn}.`, exact: true }).boundingBox();
  assert.ok(box, `turn ${turn} is drawn`);
  return box.y;
}
