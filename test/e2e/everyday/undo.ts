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
import { comeToField, writeMessage } from '../message-field.ts';

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
    await view.getByRole('button', { name: 'Keep drafts/kept.txt' }).waitFor();
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

  it('takes back a single change of a file, of several, as an edit that can be undone', async () => {
    const lines = Array.from({ length: 30 }, (_, line) => `line ${line + 1}`);
    const place = path.join(workbench.folder, 'drafts/hunks.txt');
    await writeFile(place, `${lines.join('\n')}\n`);
    await beginConversation(page, view);
    const changed = lines.map((line, at) => (at === 2 || at === 26 ? `changed ${at + 1}` : line));
    const call = { path: 'drafts/hunks.txt', content: `${changed.join('\n')}\n` };
    await writeMessage(page, view, `/invoke workspace:write_file ${JSON.stringify(call)}`);
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Allow Once' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await view.getByText('Changed: 1 file').waitFor();
    await pressUntilFocused(page, 'Shift+Tab', 'Show Changes');
    await page.keyboard.press('Enter');
    const entry = page.locator('.multiDiffEntry');
    await entry.getByText('changed 27').waitFor();
    await shoot('undo-hunks-before');
    const modified = entry.locator('.editor.modified');
    await page.keyboard.press('Alt+F5');
    await modified.locator('.monaco-editor.focused').waitFor();
    await runCommand(page, 'Converser: Undo This Change');
    await entry.getByText('changed 27').waitFor({ state: 'detached' });
    await entry.getByText('changed 3').waitFor();
    await shoot('undo-hunks-one');
    await page.keyboard.press('Control+Z');
    await entry.getByText('changed 27').waitFor();
    await page.keyboard.press('Shift+F10');
    await page.locator('.context-view').getByText('Undo Other Changes in This File').waitFor();
    await shoot('undo-hunks-menu');
    await page.keyboard.press('Escape');
    await runCommand(page, 'Converser: Undo Other Changes in This File');
    await entry.getByText('changed 3').waitFor({ state: 'detached' });
    await entry.getByText('changed 27').waitFor();
    await page.keyboard.press('Control+S');
    await page.locator('.tab.dirty').waitFor({ state: 'detached' });
    const expected = lines.map((line, at) => (at === 26 ? 'changed 27' : line));
    assert.equal(await readFile(place, 'utf8'), `${expected.join('\n')}\n`);
    await runCommand(page, 'View: Close All Editors');
  });

  it('takes back what a command changed, and lists it like what tools change', async () => {
    const changed = path.join(workbench.folder, 'drafts/by-command.txt');
    const made = path.join(workbench.folder, 'drafts/made/new.txt');
    await writeFile(changed, 'before\n');
    await beginConversation(page, view);
    const line = 'echo after > drafts/by-command.txt; mkdir drafts/made; echo new > drafts/made/new.txt';
    await writeMessage(page, view, `/invoke shell:run_command ${JSON.stringify({ line })}`);
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Allow Once' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await view.getByText('Changed: 2 files').waitFor();
    await pressUntilFocused(page, 'Shift+Tab', 'Changed: 2 files');
    await page.keyboard.press('Enter');
    await view.getByText('drafts/made/new.txt').last().waitFor();
    await pressUntilFocused(page, 'Tab', 'Show Changes');
    await page.keyboard.press('Enter');
    const entries = page.locator('.multiDiffEntry');
    await entries.getByText('after', { exact: true }).waitFor();
    await entries.getByText('before', { exact: true }).waitFor();
    await shoot('undo-command-changes');
    await comeToField(page, view);
    await pressUntilFocused(page, 'Shift+Tab', 'Undo Turn');
    await page.keyboard.press('Enter');
    await view.getByText('Undone: 2 files').waitFor();
    assert.equal(await readFile(changed, 'utf8'), 'before\n');
    await assert.rejects(access(path.dirname(made)), { code: 'ENOENT' });
    await shoot('undo-command-undone');
    await comeToField(page, view);
    await pressUntilFocused(page, 'Shift+Tab', 'Redo Turn');
    await page.keyboard.press('Enter');
    await view.getByText('Changed: 2 files').waitFor();
    assert.deepEqual([await readFile(changed, 'utf8'), await readFile(made, 'utf8')], ['after\n', 'new\n']);
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Notifications: Clear All Notifications');
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
