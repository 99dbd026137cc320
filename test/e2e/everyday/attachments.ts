import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, frameOf, inThemes, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { writeMessage } from '../message-field.ts';

/** @param open gives the window in which these tests run */
export function testAttachments(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(async () => {
    workbench = open();
    page = workbench.page;
    view = converserView(page);
    await beginConversation(page, view);
  });

  it('are files that you complete after @file, and go with the message', async () => {
    const field = view.getByLabel('Message', { exact: true });
    await writeMessage(page, view, '');
    await page.keyboard.type('Look at @fil');
    await view.getByRole('option', { name: '@file' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('READ');
    await view.getByRole('option', { name: 'README.md', selected: true }).waitFor();
    await takeScreenshot(page, 'attachments-completion');
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), 'Look at @README.md ');
    await view.getByRole('button', { name: 'Remove README.md' }).waitFor();
    await page.keyboard.press('Enter');
    await view.locator('.documents button', { hasText: 'README.md' }).waitFor();
    await view.locator('.user').getByText('Look at @README.md', { exact: true }).waitFor();
  });

  it('are images that you paste, while what can’t be attached keeps the message', async () => {
    await writeMessage(page, view, 'What is in');
    await (await frameOf(view)).evaluate(pastePicture);
    await view.getByRole('button', { name: 'Remove shot.png' }).waitFor();
    await view.locator('.attachment-picture').waitFor();
    await page.keyboard.type('and @problems');
    await view.locator('.attachment.failed').waitFor();
    await inThemes(workbench, async theme => void (await takeScreenshot(page, `attachments-${theme}`)));
    await page.keyboard.press('Escape');
    await view.getByRole('button', { name: 'Remove problems' }).press('Enter');
    await view.locator('.attachment.failed').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await view.locator('.documents .picture > img').waitFor();
    await view.locator('.documents').getByText('image-1', { exact: true }).waitFor();
    await takeScreenshot(page, 'attachments-sent');
  });
}

/** Runs in the page. */
async function pastePicture(): Promise<void> {
  const canvas = new OffscreenCanvas(400, 300);
  const context = canvas.getContext('2d');
  for (const [at, colour] of ['#c33', '#3a3', '#36c'].entries()) {
    if (context === null) continue;
    context.fillStyle = colour;
    context.fillRect(at * 134, 0, 134, 300);
  }
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([await canvas.convertToBlob()], 'shot.png', { type: 'image/png' }));
  document
    .querySelector('textarea')
    ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
