import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Canister, DocumentCanister } from '../../../src/converser/words/canister/canister.ts';
import { sidebarState, turnStart } from '../../sidebar/sidebar-states.ts';
import { says, sidebarPages, themes } from './open-sidebar-page.ts';
import { committed, make, user } from './scenes.ts';

const attached: DocumentCanister = {
  ...make.user('document-1', ''),
  role: 'document',
  content: [{ type: 'resource', uri: 'src/orders.ts', mimeType: 'text/plain', text: 'export {};' }],
};

const question = make.user('user-pins', 'What is in src/orders.ts?');
const call = make.invocation('call-pins', 'workspace:read_file', { path: 'src/orders.ts' });
const result = make.result(call.id, 'export {};');
const said = make.assistant('assistant-pins', 'Orders.');
const readOnce = [question, call, result, said];

/** Whether a border tells that it is pressed: at three to one against what is behind, as WCAG 1.4.11 has it. */
function isMarked(button: Locator): Promise<boolean> {
  return button.evaluate(element => {
    const light = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number).map(each => {
        const share = each / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const { outlineColor, outlineStyle } = getComputedStyle(element);
    const behind = getComputedStyle(document.body).backgroundColor;
    const [high = 0, low = 0] = [light(outlineColor), light(behind)].toSorted((a, b) => b - a);
    return outlineStyle === 'solid' && (high + 0.05) / (low + 0.05) >= 3;
  });
}

function pinned<T extends Canister>(canister: T): T {
  return { ...canister, marks: { ...canister.marks, pinned: true } };
}

describe('what you pin, in the sidebar’s page', () => {
  const open = sidebarPages();

  it('is a message or an attachment, pinned and unpinned by keyboard, and shows it', async () => {
    const { page, show, posts, changeTheme, accessibilityFindings, screenshot } = await open({
      width: 300,
      height: 700,
    });
    const [, ...rest] = committed;
    await show(sidebarState({ canisters: [attached, user, ...rest] }));
    await posts();
    const message = page.getByRole('button', { name: 'Pin message' }).first();
    const attachment = page.getByRole('button', { name: 'Pin attachment' });
    assert.equal(await message.getAttribute('aria-pressed'), 'false');
    await message.press('Enter');
    await attachment.press('Space');
    assert.deepEqual(await posts(), [
      { type: 'pin', id: user.id, pinned: true },
      { type: 'pin', id: attached.id, pinned: true },
    ]);
    await show(sidebarState({ canisters: [pinned(attached), pinned(user), ...rest] }));
    assert.equal(await message.getAttribute('aria-pressed'), 'true');
    assert.equal(await attachment.getAttribute('aria-pressed'), 'true');
    assert.deepEqual(await accessibilityFindings(), []);
    await page.locator('.user').first().scrollIntoViewIfNeeded();
    const box = await message.boundingBox();
    assert.ok(box !== null && box.x >= 0, 'The button is cut off.');
    for (const theme of themes) {
      await changeTheme(theme);
      await screenshot(`pins-${theme}`);
      assert.ok(await isMarked(message), `it does not look pressed: ${theme}`);
    }
    await message.click();
    assert.deepEqual(await posts(), [{ type: 'pin', id: user.id, pinned: false }]);
  });

  it('is an answer or the result of a call, too, whose row then says so', async () => {
    const { page, show, posts, changeTheme, accessibilityFindings, screenshot } = await open({
      width: 300,
      height: 900,
      state: sidebarState({ canisters: readOnce }),
    });
    const answer = page.getByRole('button', { name: 'Pin answer' });
    const row = page.locator('.invocation-toggle');
    await posts();
    await answer.press('Enter');
    assert.equal(await page.getByRole('button', { name: 'Pin result' }).count(), 0);
    await row.click();
    await page.getByRole('button', { name: 'Pin result' }).press('Space');
    assert.deepEqual(await posts(), [
      { type: 'pin', id: said.id, pinned: true },
      { type: 'pin', id: result.id, pinned: true },
    ]);
    await show(sidebarState({ canisters: [question, call, pinned(result), pinned(said)] }));
    assert.equal(await answer.getAttribute('aria-pressed'), 'true');
    assert.equal(await page.getByRole('button', { name: 'Pin result' }).getAttribute('aria-pressed'), 'true');
    await says(row, /, pinned/);
    assert.deepEqual(await accessibilityFindings(), []);
    for (const theme of themes) {
      await changeTheme(theme);
      await screenshot(`pins-of-answers-${theme}`);
      assert.deepEqual(await accessibilityFindings('colors'), [], theme);
      assert.ok(await isMarked(answer), `it does not look pressed: ${theme}`);
    }
  });

  it('is an answer as soon as its turn has ended', async () => {
    const { page, play, posts } = await open({
      state: sidebarState({ turn: [turnStart(question)], running: true }),
    });
    await play(
      { type: 'round-start', round: 1 },
      { type: 'text-delta', text: 'Orders.' },
      { type: 'round-end', round: 1, reason: 'stop', canister: said },
    );
    assert.equal(await page.getByRole('button', { name: 'Pin answer' }).count(), 0);
    await play({ type: 'turn-end', outcome: 'final', canisters: [question, said] });
    await posts();
    await page.getByRole('button', { name: 'Pin answer' }).click();
    assert.deepEqual(await posts(), [{ type: 'pin', id: said.id, pinned: true }]);
  });

  it('is no result in whose place models read a line', async () => {
    const { page, show } = await open();
    const again = make.invocation('call-pins-2', 'workspace:read_file', { path: 'src/orders.ts' });
    const repeated = make.result(again.id, 'export {};', { repeats: result.id, inShort: true });
    await show(sidebarState({ canisters: [question, call, result, again, repeated, said] }));
    for (const row of await page.locator('.invocation-toggle').all()) await row.click();
    assert.equal(await page.getByText('Same answer as to an earlier call.').count(), 1);
    assert.equal(await page.getByRole('button', { name: 'Pin result' }).count(), 1);
  });

  it('is nothing of a turn that runs', async () => {
    const { page } = await open({ state: sidebarState({ turn: [turnStart(user)], running: true }) });
    assert.equal(await page.locator('.user').count(), 1);
    assert.equal(await page.getByRole('button', { name: 'Pin message' }).count(), 0);
  });
});
