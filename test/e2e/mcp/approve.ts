import type { Page } from 'playwright-core';
import { pressInRow } from '../../workbench/press-in-row.ts';

/** Approves a server in the tree of ensembles. */
export async function approve(page: Page, name: string): Promise<void> {
  const row = page.getByRole('treeitem', { name: new RegExp(`^${name},`) });
  const dialog = page.locator('.monaco-dialog-box');
  await pressInRow(row, 'Approve MCP Server', dialog);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.waitFor({ state: 'detached' });
}
