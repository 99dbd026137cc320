import assert from 'node:assert/strict';
import type { Canister, DocumentCanister } from '../../../src/converser/canister/canister.ts';
import { sidebarState, turnStart } from '../../sidebar/sidebar-states.ts';
import { sidebarPages } from './open-sidebar-page.ts';
import { committed, make, user } from './scenes.ts';

const attached: DocumentCanister = {
  ...make.user('document-1', ''),
  role: 'document',
  content: [{ type: 'resource', uri: 'src/orders.ts', mimeType: 'text/plain', text: 'export {};' }],
};

function pinned<T extends Canister>(canister: T): T {
  return { ...canister, marks: { ...canister.marks, pinned: true } };
}

describe('what you pin, in the sidebar’s page', () => {
  const open = sidebarPages();

  it('is a message or an attachment, pinned and unpinned by keyboard, and shows it', async () => {
    const sidebar = await open({ width: 300, height: 700 });
    const { page } = sidebar;
    const [, ...rest] = committed;
    await sidebar.show(sidebarState({ canisters: [attached, user, ...rest] }));
    await sidebar.posts();
    const message = page.getByRole('button', { name: 'Pin message' }).first();
    const attachment = page.getByRole('button', { name: 'Pin attachment' });
    assert.equal(await message.getAttribute('aria-pressed'), 'false');
    await message.focus();
    await page.keyboard.press('Enter');
    await attachment.focus();
    await page.keyboard.press('Space');
    assert.deepEqual(await sidebar.posts(), [
      { type: 'pin', id: user.id, pinned: true },
      { type: 'pin', id: attached.id, pinned: true },
    ]);
    await sidebar.show(sidebarState({ canisters: [pinned(attached), pinned(user), ...rest] }));
    assert.equal(await message.getAttribute('aria-pressed'), 'true');
    assert.equal(await attachment.getAttribute('aria-pressed'), 'true');
    assert.deepEqual(await sidebar.accessibilityFindings(), []);
    await page.locator('.user').first().scrollIntoViewIfNeeded();
    const box = await message.boundingBox();
    assert.ok(box !== null && box.x >= 0, 'The button is cut off.');
    await sidebar.screenshot('pins');
    await sidebar.changeTheme('high-contrast-light');
    await sidebar.screenshot('pins-high-contrast-light');
    await message.click();
    assert.deepEqual(await sidebar.posts(), [{ type: 'pin', id: user.id, pinned: false }]);
  });

  it('is nothing of a turn that runs', async () => {
    const sidebar = await open();
    await sidebar.show(sidebarState({ turn: [turnStart(user)], running: true }));
    assert.equal(await sidebar.page.locator('.user').count(), 1);
    assert.equal(await sidebar.page.getByRole('button', { name: 'Pin message' }).count(), 0);
  });
});
