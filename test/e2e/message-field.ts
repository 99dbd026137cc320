import type { FrameLocator, Page } from 'playwright-core';

/** Comes to the field with its key. Whatever takes the focus late, such as a log that was shown before, takes it from there: a person comes again. */
export async function comeToField(page: Page, view: FrameLocator): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    await page.keyboard.press('Control+Alt+J');
    if (await isInField(view)) return;
  }
  throw new Error(`The field did not get the focus in ${mostTries} tries.`);
}

/**
 * Writes into the field what is to be sent next, in place of what is there. VS Code takes the focus from the field for
 * a moment while it runs the command that leads there, and what is typed in that moment is lost: a person types again.
 */
export async function writeMessage(page: Page, view: FrameLocator, text: string): Promise<void> {
  const field = view.getByLabel('Message', { exact: true });
  for (let tries = 0; tries < mostTries; tries++) {
    if (!(await field.and(view.locator(':focus')).isVisible())) await comeToField(page, view);
    await field.fill(text);
    if ((await field.inputValue()) === text && (await isInField(view))) return;
  }
  throw new Error(`The field did not hold what was written in ${mostTries} tries.`);
}

/** A loop without an end would go on pressing keys in the tests after one that has timed out. */
const mostTries = 6;

export function isInField(view: FrameLocator): Promise<boolean> {
  return view
    .locator('textarea:focus')
    .waitFor({ timeout: 15_000 })
    .then(
      () => true,
      () => false,
    );
}
