import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, inThemes, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { pressUntilFocused } from '../keyboard.ts';
import { writeMessage } from '../message-field.ts';

/** @param open gives the window in which these tests run */
export function testModes(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(async () => {
    workbench = open();
    page = workbench.page;
    view = converserView(page);
    await beginConversation(page, view);
  });

  it('takes the tools away that change something, for this conversation alone', async () => {
    await pressUntilFocused(page, 'Tab', 'Mode: Agent');
    await page.keyboard.press('Enter');
    await view.getByRole('option', { name: /^Agent/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await inThemes(workbench, async theme => void (await takeScreenshot(page, `modes-list-${theme}`)));
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Mode: Ask', exact: true }).waitFor();
    await writeMessage(page, view, 'write hello in notes/in-mode.txt');
    await page.keyboard.press('Enter');
    await view.getByRole('article').getByText('which isn’t available').waitFor();
    await takeScreenshot(page, 'modes-ask');
    await beginConversation(page, view);
    await view.getByRole('button', { name: 'Mode: Agent', exact: true }).waitFor();
  });
}
