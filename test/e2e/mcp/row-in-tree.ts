import type { Locator, Page } from 'playwright-core';
import { isShown, patience } from '../../workbench/shown-at-last.ts';

/** Scrolls to a row of the tree of ensembles, which draws those that it has room for: servers come last. */
export async function rowInTree(page: Page, name: RegExp): Promise<Locator> {
  const row = page.getByRole('treeitem', { name });
  const tree = page.locator('.monaco-list').filter({ has: page.getByRole('treeitem') });
  while (!(await isShown(row))) {
    // The tree may be empty still, or drawn anew meanwhile.
    await tree
      .first()
      .hover(patience)
      .catch(() => undefined);
    await page.mouse.wheel(0, 1_000);
  }
  return row;
}
