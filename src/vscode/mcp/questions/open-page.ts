import * as vscode from 'vscode';

/**
 * Opens a page in the user's browser.
 *
 * Passes the address as a string, which VS Code accepts as well: a `Uri` would decode the query, so that separators
 * and values could no longer be told apart, and the sign-in would fail.
 */
export async function openPage(page: URL): Promise<void> {
  await vscode.env.openExternal(page.href as unknown as vscode.Uri);
}
