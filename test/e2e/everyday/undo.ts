import assert from 'node:assert/strict';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import {
  converserView,
  inThemes,
  runCommand,
  shownNotification,
  takeScreenshot,
} from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { pressUntilFocused } from '../keyboard.ts';
import { writeMessage } from '../message-field.ts';

/** @param open gives the window in which these tests run */
export function testUndo(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(async () => {
    workbench = open();
    page = workbench.page;
    view = converserView(page);
    await beginConversation(page, view);
  });

  it('takes back what a turn created, and does it again', async () => {
    await write('first', 'drafts/today.txt');
    await view.getByText('Changed: 1 file').waitFor();
    await inThemes(workbench, theme => shoot(`undo-offered-${theme}`));
    await pressUntilFocused(page, 'Shift+Tab', 'Undo Turn');
    await page.keyboard.press('Enter');
    await view.getByText('Undone: 1 file').waitFor();
    await assert.rejects(access(file()), { code: 'ENOENT' });
    await page
      .locator('.notifications-toasts')
      .getByText('“write first in drafts/today.txt” was undone: 1 file.')
      .waitFor();
    await inThemes(workbench, theme => shoot(`undo-done-${theme}`));
    await page.keyboard.press('Enter');
    await view.getByText('Changed: 1 file').waitFor();
    assert.match(await readFile(file(), 'utf8'), /^first\s*$/);
  });

  it('lists the files, of which one is kept and another one taken back', async () => {
    const calls = ['kept.txt', 'gone.txt'].map(
      name => `/invoke workspace:write_file ${JSON.stringify({ path: `drafts/${name}`, content: 'new\n' })}`,
    );
    await writeMessage(page, view, calls.join('\n'));
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Allow 2 Selected Once' }).waitFor();
    await page.keyboard.press('Control+Enter');
    const changed = view.getByRole('button', { name: 'Changed: 2 files' });
    await changed.waitFor();
    await page.keyboard.press('Control+Alt+J');
    await view.locator('textarea:focus').waitFor();
    await pressUntilFocused(page, 'Shift+Tab', 'Changed: 2 files');
    await page.keyboard.press('Enter');
    await view.getByText('drafts/gone.txt').last().waitFor();
    await pressUntilFocused(page, 'Tab', 'Keep drafts/kept.txt');
    await page.keyboard.press('Enter');
    await view.getByText('Changed: 2 files (1 kept)').waitFor();
    await pressUntilFocused(page, 'Tab', 'Undo drafts/gone.txt');
    await page.keyboard.press('Enter');
    await view.getByText('Changed: 2 files (1 undone, 1 kept)').waitFor();
    await inThemes(workbench, theme => shoot(`undo-files-${theme}`));
    await assert.rejects(access(path.join(workbench.folder, 'drafts/gone.txt')), { code: 'ENOENT' });
    await access(path.join(workbench.folder, 'drafts/kept.txt'));
    await runCommand(page, 'Notifications: Clear All Notifications');
  });

  it('leaves what you have changed since, and shows what was before beside it', async () => {
    await write('second', 'drafts/today.txt');
    await view.getByText('Changed: 1 file').nth(1).waitFor();
    await writeFile(file(), 'second\nand mine\n');
    await pressUntilFocused(page, 'Shift+Tab', 'Undo Turn');
    await page.keyboard.press('Enter');
    const notifications = await shownNotification(page, 'drafts/today.txt: it has changed since.');
    await takeScreenshot(page, 'undo-conflict');
    await notifications.getByRole('button', { name: 'Compare' }).click();
    await page.locator('.merge-editor').waitFor();
    await page.locator('.merge-editor').getByText('and mine').first().waitFor();
    await takeScreenshot(page, 'undo-compare');
    assert.equal(await readFile(file(), 'utf8'), 'second\nand mine\n');
    await runCommand(page, 'View: Close All Editors');
  });

  it('shows the turns that can be undone, and their changes', async () => {
    await runCommand(page, 'Converser: Show Changes of Turn…');
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'write second in drafts/today.txt' }).waitFor();
    await takeScreenshot(page, 'undo-turns');
    await page.keyboard.type('write second');
    await page.keyboard.press('Enter');
    await page.locator('.multiDiffEntry').getByText('and mine').waitFor();
    await takeScreenshot(page, 'undo-changes');
    await runCommand(page, 'View: Close All Editors');
    // No toast is shown while their list is.
    await runCommand(page, 'Notifications: Clear All Notifications');
  });

  async function write(text: string, to: string): Promise<void> {
    await writeMessage(page, view, `write ${text} in ${to}`);
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Allow Once' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await view.getByLabel('Stop', { exact: true }).waitFor({ state: 'detached' });
  }

  const file = () => path.join(workbench.folder, 'drafts/today.txt');
  const shoot = async (name: string) => void (await takeScreenshot(page, name));
}
