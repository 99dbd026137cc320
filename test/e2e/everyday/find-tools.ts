import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, inThemes, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { writeMessage } from '../message-field.ts';

/** @param open gives the window in which these tests run */
export function testFindTools(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(async () => {
    workbench = open();
    page = workbench.page;
    view = converserView(page);
    await beginConversation(page, view);
  });

  it('are found in a turn, by what they do, and the row says how many', async () => {
    await send('/invoke tools:find_tools {"query": "cast some dice"}');
    await view
      .getByText(/^Found \d tools? for$/)
      .first()
      .waitFor();
    await send('/invoke tools:find_tools {"query": "zzz qqq"}');
    await view.getByText('Found no tool for').first().waitFor();
    await inThemes(workbench, async theme => void (await takeScreenshot(page, `find-tools-${theme}`)));
  });

  async function send(message: string): Promise<void> {
    await writeMessage(page, view, message);
    await page.keyboard.press('Enter');
    await view.getByLabel('Stop', { exact: true }).waitFor({ state: 'detached' });
  }
}
