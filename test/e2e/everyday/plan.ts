import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, inThemes, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { writeMessage } from '../message-field.ts';

/** @param open gives the window in which these tests run */
export function testPlan(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(async () => {
    workbench = open();
    page = workbench.page;
    view = converserView(page);
    await beginConversation(page, view);
  });

  it('is one list, at the call that left it, which the next call changes', async () => {
    const steps = ['Read the rules', 'Write the tests', 'Store them by scope'].map(text => ({ text }));
    await send(`/invoke dialogue:plan ${JSON.stringify({ steps })}`);
    const list = view.getByRole('list', { name: 'Plan' });
    await list.getByText('Write the tests').waitFor();
    const updates = [
      { number: 1, state: 'done' },
      { number: 2, state: 'in_progress' },
      { number: 3, state: 'dropped' },
    ];
    await send(`/invoke dialogue:plan ${JSON.stringify({ updates })}`);
    await view.getByText('1 of 2 done').first().waitFor();
    await list.getByText('In progress: Write the tests').waitFor();
    await inThemes(workbench, async theme => void (await takeScreenshot(page, `plan-${theme}`)));
  });

  async function send(message: string): Promise<void> {
    await writeMessage(page, view, message);
    await page.keyboard.press('Enter');
  }
}
