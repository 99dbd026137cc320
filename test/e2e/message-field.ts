import type { FrameLocator, Page } from 'playwright-core';
import { runCommand } from '../workbench/workbench-actions.ts';

/**
 * Presses the key of the field until the field has the focus: what was opened before, such as the log, can take the
 * focus late.
 */
export async function comeToField(page: Page, view: FrameLocator): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    await page.keyboard.press('Control+Alt+J');
    if (await isInField(view)) return;
  }
  throw new Error(`The field did not get the focus in ${mostTries} tries.`);
}

/**
 * Replaces what is in the field, and leaves the focus there. When you come from elsewhere, VS Code takes a moment to bring
 * you to the field, and what is typed in that moment is lost: a person types again.
 */
export async function writeMessage(page: Page, view: FrameLocator, text: string): Promise<void> {
  const field = view.getByLabel('Message', { exact: true });
  for (let tries = 0; tries < mostTries; tries++) {
    if (!(await view.locator(focused).isVisible())) await comeToField(page, view);
    await field.fill(text);
    if ((await field.inputValue()) === text && (await isInField(view))) return;
  }
  throw new Error(`The field did not hold what was written in ${mostTries} tries.`);
}

const focused = 'textarea:focus';

/** A loop without an end would go on pressing keys in the tests after one that has timed out. */
const mostTries = 6;

function isInField(view: FrameLocator): Promise<boolean> {
  return view
    .locator(focused)
    .waitFor({ timeout: 15_000 })
    .then(
      () => true,
      () => false,
    );
}

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
