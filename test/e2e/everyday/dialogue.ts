import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, inThemes, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { pressUntilFocused } from '../keyboard.ts';
import { writeMessage } from '../message-field.ts';

/** @param open gives the window in which these tests run */
export function testDialogue(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(async () => {
    workbench = open();
    page = workbench.page;
    view = converserView(page);
    await beginConversation(page, view);
  });

  it('asks you what the model wants to know, and tells it your answers', async () => {
    const questions = [
      { question: 'Which database?', options: ['SQLite', 'PostgreSQL'] },
      { question: 'Which parts?', options: ['Login', 'Search', 'Export'], several: true },
    ];
    const asked = JSON.stringify({ reason: 'It decides what I set up.', questions });
    await writeMessage(page, view, `/invoke dialogue:ask_person ${asked}`);
    await page.keyboard.press('Enter');
    await view.getByRole('group', { name: 'The model has a question' }).waitFor();
    await inThemes(workbench, async theme => void (await takeScreenshot(page, `dialogue-${theme}`)));
    await view.locator('.request:focus').waitFor();
    await page.keyboard.press('Tab');
    await view.getByLabel('Which database?').and(view.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    // Past the field for other words and the first box.
    for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await pressUntilFocused(page, 'Tab', 'Send Answer');
    await page.keyboard.press('Enter');
    await view.getByText('Which database? → SQLite Which parts? → Search').first().waitFor();
    await takeScreenshot(page, 'dialogue-answered');
  });
}
