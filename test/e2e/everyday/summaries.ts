import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, inThemes, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { writeMessage } from '../message-field.ts';
import { tickEnsemble } from '../tick-ensemble.ts';

/** @param open gives the window in which these tests run */
export function testSummaries(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(async () => {
    workbench = open();
    page = workbench.page;
    view = converserView(page);
    await beginConversation(page, view);
  });

  it('are off at first, which the model says, and on once their ensemble is ticked', async () => {
    await send('summarize README.md');
    await view.getByText('summarize_file').first().waitFor();
    await view.getByText('isn’t available').first().waitFor();
    await tickEnsemble(page, view, { ensemble: 'Summarization', tools: 3 });
    await takeScreenshot(page, 'summaries-on');
    await page.keyboard.press('Escape');
  });

  it('are made of a file and a folder, and say what they are of', async () => {
    await send('summarize README.md and summarize the folder notes');
    await view.getByText('A summary of README.md').first().waitFor();
    await page.keyboard.press('Control+Alt+J');
    await view.locator('textarea:focus').waitFor();
    await inThemes(workbench, async theme => void (await takeScreenshot(page, `summaries-${theme}`)));
  });

  async function send(message: string): Promise<void> {
    await writeMessage(page, view, message);
    await page.keyboard.press('Enter');
  }
}
