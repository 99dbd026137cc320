import * as vscode from 'vscode';

/**
 * Opens a page in the person's browser.
 *
 * VS Code is given the address as text, which it takes as well as its own sort: made into one of those, the signs that
 * separate the parts of a query are lost among those that belong to a value, and no sign-in would be understood.
 */
export async function openPage(page: URL): Promise<void> {
  await vscode.env.openExternal(page.href as unknown as vscode.Uri);
}
