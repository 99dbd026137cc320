import type { Locator, Page } from 'playwright-core';
import { isShown, patience } from '../../workbench/shown-at-last.ts';

/** Scrolls to a row of the tree of ensembles, which draws those that it has room for. A row's place follows from its state. */
export async function rowInTree(page: Page, name: RegExp): Promise<Locator> {
  const row = page.getByRole('treeitem', { name });
  const tree = page.locator('.monaco-list').filter({ has: page.getByRole('treeitem') });
  while (!(await isShown(row))) {
    // What explains a row covers others while the mouse is on it.
    await page.mouse.move(0, 0);
    // The tree may be empty still, or drawn anew meanwhile.
    const place = await tree
      .first()
      .boundingBox(patience)
      .catch(() => null);
    if (place === null) continue;
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
    // In steps, because one large one does not always reach the top.
    for (let step = 0; step < mostSteps; step++) await page.mouse.wheel(0, -stepHeight);
    // What needs you stands at the top, which takes a while to be drawn.
    if (await isDrawn(row, 2_000)) continue;
    for (let step = 0; step < mostSteps && !(await isDrawn(row)); step++)
      await page.mouse.wheel(0, stepHeight);
  }
  // What explains the row under the mouse may lie over this one.
  await page.mouse.move(0, 0);
  return row;
}

const mostSteps = 30;

/** Pixels, fewer than the tree shows. */
const stepHeight = 60;

/** @param timeout in milliseconds */
function isDrawn(row: Locator, timeout = 200): Promise<boolean> {
  return row.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}
