import type { Locator } from 'playwright-core';
import { isShown, patience } from './shown-at-last.ts';

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
