import type { Locator } from 'playwright-core';

/**
 * Waits for something in a page that is written anew meanwhile, such as a card that fills: Playwright can wait in a
 * document that is gone, so it is asked again.
 */
export async function shownAtLast(wanted: Locator): Promise<void> {
  while (!(await isShown(wanted)));
}

/** Milliseconds for one attempt. */
export const patience = { timeout: 5_000 };

export function isShown(wanted: Locator): Promise<boolean> {
  return wanted.waitFor(patience).then(
    () => true,
    () => false,
  );
}

/**
 * Presses a button that a row of a tree shows while the pointer is over it. A row that is drawn anew under the pointer
 * loses the button or the click; a person then tries again, until `effect` is there.
 */
export async function pressInRow(row: Locator, button: string, effect: Locator): Promise<void> {
  do await press(row, button).catch(() => undefined);
  while (!(await isShown(effect)));
}

async function press(row: Locator, button: string): Promise<void> {
  await row.hover(patience);
  await row.getByRole('button', { name: button }).click(patience);
}
