import type { FrameLocator, Page } from 'playwright-core';
import { runCommand } from '../workbench/workbench-actions.ts';

/**
 * Leads to an empty conversation, with the focus in its field. Nothing that comes from the command is still on its way
 * then: it could take the focus from what is opened next, or a message into the conversation before.
 */
export async function beginConversation(page: Page, view: FrameLocator): Promise<void> {
  await page.keyboard.press('Control+Alt+J');
  const focused = view.locator('textarea:focus');
  await focused.waitFor();
  const welcome = view.locator('.welcome');
  if (await welcome.isVisible()) return;
  await runCommand(page, 'Converser: New Conversation');
  await welcome.waitFor();
  await focused.waitFor();
}
