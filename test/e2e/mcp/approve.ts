import type { Page } from 'playwright-core';

/** Approves a server in the tree of ensembles. */
export async function approve(page: Page, name: string): Promise<void> {
  const row = page.getByRole('treeitem', { name: new RegExp(`^${name},`) });
  const dialog = page.locator('.monaco-dialog-box');
  do {
    // Whoever clicks the row itself opens it, and with it the question.
    await row.hover();
    await row.getByRole('button', { name: 'Approve MCP Server' }).click();
    // A row that is drawn anew under the pointer loses the click, and a person clicks again.
  } while (await dialog.waitFor({ timeout: 5_000 }).then(no, yes));
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.waitFor({ state: 'detached' });
}

const yes = () => true;
const no = () => false;
