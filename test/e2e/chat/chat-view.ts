import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { takeScreenshot, takeScreenshots } from '../../workbench/workbench-actions.ts';
import { pressUntilFocused } from '../keyboard.ts';

/** @param open gives the window in which these tests run */
export function testChatView(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;

  before(() => {
    workbench = open();
    page = workbench.page;
  });

  it('opens with Rehearsal in its picker', async () => {
    await page.keyboard.press('Control+Alt+I');
    await page.locator('.chat-input-picker-item').getByText('Rehearsal').first().waitFor();
  });

  it('shows the call, its argument, its result and the answer', async () => {
    await ask(page, 'what is in README.md?');
    const answer = page.locator('.interactive-response').last();
    await answer.getByText('workspace:read_file').first().waitFor();
    await answer.getByText('A small workspace in which tools').nth(1).waitFor();
    await takeScreenshot(page, 'chat-answer');
  });

  it('asks before it writes, and writes once a button is pressed', async () => {
    await ask(page, 'write hello in notes/hello.txt');
    const answer = page.locator('.interactive-response').last();
    await answer.getByRole('button', { name: 'Allow Once' }).waitFor();
    await takeScreenshot(page, 'chat-permission');
    await pressUntilFocused(page, 'Shift+Tab', 'Allow Once');
    await page.keyboard.press('Enter');
    await answer.getByText('Allowed once.').waitFor();
    await answer.getByText('workspace:write_file').nth(1).waitFor();
    await takeScreenshots(workbench, 'chat-written');
    assert.match(await readFile(path.join(workbench.folder, 'notes/hello.txt'), 'utf8'), /^hello\s*$/);
  });
}

/** Types into the chat's field, which has the focus and begins with @converser after the first question. */
async function ask(page: Page, question: string): Promise<void> {
  const field = page.locator('.interactive-session .chat-editor-container');
  const isAddressed = ((await field.textContent()) ?? '').includes('@converser');
  await page.keyboard.type(isAddressed ? question : `@converser ${question}`);
  // Completions of @ and # would take the Enter.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
}
