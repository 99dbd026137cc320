import type { Page } from 'playwright-core';
import { pressInRow } from '../../workbench/press-in-row.ts';
import { rowInTree } from './row-in-tree.ts';

/** Approves a server in the tree of ensembles. */
export async function approve(page: Page, name: string): Promise<void> {
  const row = await rowInTree(page, new RegExp(`^${name},`));
  const dialog = page.locator('.monaco-dialog-box');
  await pressInRow(row, 'Approve MCP Server', dialog);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.waitFor({ state: 'detached' });
}
