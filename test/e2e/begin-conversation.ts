import type { FrameLocator, Locator, Page } from 'playwright-core';
import { runCommand } from '../workbench/workbench-actions.ts';
import { comeToField, isInField } from './message-field.ts';

/**
 * Leads to an empty conversation, with the focus in its field. Nothing that comes from the command is still on its way
 * then: it could take the focus from what is opened next, or a message into the conversation before.
 */
export async function beginConversation(page: Page, view: FrameLocator): Promise<void> {
  await comeToField(page, view);
  const welcome = view.locator('.welcome');
  if (await welcome.isVisible()) return;
  // Whatever takes the focus late can close the palette as Enter is pressed.
  for (let tries = 0; tries < mostTries; tries++) {
    await runCommand(page, 'Converser: New Conversation');
    if (await appears(welcome)) break;
  }
  await welcome.waitFor();
  if (!(await isInField(view))) await comeToField(page, view);
}

const mostTries = 4;

/** In milliseconds that are enough for a command to be run. */
function appears(element: Locator): Promise<boolean> {
  return element.waitFor({ timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}
