import type { Locator, Page } from 'playwright-core';
import { pressInRow } from '../../workbench/shown-at-last.ts';
import { rowInTree } from './row-in-tree.ts';

/** Opens the list of what can be done about a row of the tree of ensembles, and takes what comes first in it. */
export async function manage(row: Locator, page: Page, first: string): Promise<void> {
  const actions = page.locator('.quick-input-list .monaco-list-row');
  await pressInRow(row, 'Manage…', actions.first());
  await actions.first().filter({ hasText: first }).waitFor();
  await page.keyboard.press('Enter');
}

/** Approves a server in the tree of ensembles. */
export async function approve(page: Page, name: string): Promise<void> {
  const row = await rowInTree(page, new RegExp(`^${name},`));
  await manage(row, page, 'Approve…');
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.waitFor({ state: 'detached' });
}
