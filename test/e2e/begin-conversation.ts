import type { FrameLocator, Page } from 'playwright-core';
import { runCommand } from '../workbench/workbench-actions.ts';

/**
 * Leads to an empty conversation, with the focus in its field. Nothing that comes from the command is still on its way
 * then: it could take the focus from what is opened next, or a message into the conversation before.
 */
export async function beginConversation(page: Page, view: FrameLocator): Promise<void> {
  await comeToField(page, view);
  const welcome = view.locator('.welcome');
  if (await welcome.isVisible()) return;
  await runCommand(page, 'Converser: New Conversation');
  await welcome.waitFor();
  if (!(await isInField(view))) await comeToField(page, view);
}

/** Whatever takes the focus late, such as the log that was shown before, takes it from the field: a person comes again. */
async function comeToField(page: Page, view: FrameLocator): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    await page.keyboard.press('Control+Alt+J');
    if (await isInField(view)) return;
  }
  throw new Error(`The field did not get the focus in ${mostTries} tries.`);
}

/** A loop without an end would go on pressing keys in the tests after one that has timed out. */
const mostTries = 6;

function isInField(view: FrameLocator): Promise<boolean> {
  return view
    .locator('textarea:focus')
    .waitFor({ timeout: 15_000 })
    .then(
      () => true,
      () => false,
    );
}
