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
