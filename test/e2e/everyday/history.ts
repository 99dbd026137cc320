import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import {
  converserView,
  runCommand,
  shownNotification,
  takeScreenshots,
} from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { pressUntilFocused } from '../keyboard.ts';
import { writeMessage } from '../message-field.ts';

/** @param open gives the window in which these tests run */
export function testHistory(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;
  let row: Locator;

  before(() => {
    workbench = open();
    page = workbench.page;
    view = converserView(page);
    row = page.locator('.quick-input-list .monaco-list-row');
  });

  it('keeps a conversation that waits for permission while another one is shown, and leads back to it', async () => {
    await beginWith('flip a coin');
    await view.getByText('1 tool call').waitFor();
    await beginWith('write hello in notes/background.txt');
    await view.getByRole('button', { name: 'Allow Once' }).waitFor();
    await beginConversation(page, view);
    await showHistory();
    await takeScreenshots(workbench, 'history');
    assert.match((await row.first().textContent()) ?? '', /background\.txt.*Needs your permission · .*Today/);
    await page.keyboard.type('background');
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Allow Once' }).waitFor();
    await view.locator('.permission:focus, textarea:focus').first().waitFor();
    await page.keyboard.press('Control+Enter');
    await view.getByLabel('Stop', { exact: true }).waitFor({ state: 'detached' });
    const written = path.join(workbench.folder, 'notes/background.txt');
    assert.match(await readFile(written, 'utf8'), /^hello\s*$/);
  });

  it('renames a conversation, deletes it, and brings it back', async () => {
    await showHistory('flip a coin');
    await pressUntilFocused(page, 'Tab', 'Rename');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-title').getByText('Rename Conversation').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Heads or tails');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-title').getByText('Open Conversation').waitFor();
    await page.keyboard.type('Heads or');
    await row.getByText('Heads or tails').waitFor();
    await pressUntilFocused(page, 'Tab', 'Rename');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    // The list comes back whole.
    await row.getByText('background.txt').waitFor();
    assert.equal(await row.getByText('Heads or tails').count(), 0);
    await page.keyboard.press('Escape');
    const notifications = await shownNotification(page, 'Deleted “Heads or tails”.');
    await notifications.getByRole('button', { name: 'Undo' }).click();
    await showHistory('Heads or tails');
    await page.keyboard.press('Enter');
    await view.getByText('flip a coin', { exact: true }).waitFor();
  });

  async function beginWith(message: string): Promise<void> {
    await beginConversation(page, view);
    await writeMessage(page, view, message);
    await page.keyboard.press('Enter');
  }

  async function showHistory(sought = ''): Promise<void> {
    await runCommand(page, 'Converser: Open Conversation…');
    await page.locator('.quick-input-title').getByText('Open Conversation').waitFor();
    await page.keyboard.type(sought);
    await row.filter({ hasText: sought }).first().waitFor();
  }
}
