import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, inThemes, runCommand, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { writeMessage } from '../message-field.ts';
import { walkTo } from './tools-tree.ts';

const focusOnEnsembles = 'Converser: Focus on Ensembles View';

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

  const row = (name: RegExp): Locator => page.getByRole('treeitem', { name });

  it('are off at first, which the model says, and on once their ensemble is ticked', async () => {
    await send('summarize README.md');
    await view.getByText('summarize_file').first().waitFor();
    await view.getByText('isn’t available').first().waitFor();
    // What is off comes last, below what is shown.
    await runCommand(page, focusOnEnsembles);
    await row(/^Clock, ready/).waitFor();
    await runCommand(page, focusOnEnsembles);
    await page
      .locator('.monaco-list:focus')
      .filter({ has: row(/^Clock, ready/) })
      .waitFor();
    await walkTo(page, row(/^Summarization, disabled/), { from: 'End', by: 'ArrowUp' });
    await takeScreenshot(page, 'summaries-off');
    await page.keyboard.press('Space');
    await page.keyboard.press('Home');
    await row(/^Summarization, ready/).waitFor();
    await takeScreenshot(page, 'summaries-on');
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
