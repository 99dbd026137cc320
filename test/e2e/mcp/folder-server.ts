import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { stepsIn } from '../window-steps.ts';
import type { McpWindow } from './mcp-window.ts';
import { rowInTree } from './row-in-tree.ts';

const asking = fileURLToPath(new URL('../../fakes/mcp/asking-stdio.ts', import.meta.url));

export function testFolderServer({ workbench: open, serve }: McpWindow): void {
  const { page, view, press, send, button, openSidebar, run, notified, shoot, shootInThemes } = stepsIn(open);

  before(async () => {
    await serve({ asking: { type: 'stdio', command: process.execPath, args: [asking, '--old'] } });
  });

  it('is left alone while somebody only looks, and its whole command line is shown when they turn to it', async () => {
    await openSidebar();
    await run('Converser: Focus on Ensembles View');
    const row = await rowInTree(page(), /^asking,/);
    const dialog = page().locator('.monaco-dialog-box');
    assert.equal(await dialog.count(), 0);
    await row.click();
    await press('ArrowRight');
    await dialog.waitFor();
    assert.match((await dialog.textContent()) ?? '', /asking-stdio\.ts/);
    await shoot('mcp-approval');
  });

  it('has not failed when that is put off, and can be approved where it is missed', async () => {
    const dialog = page().locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: 'Not Now' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowInTree(page(), /^asking, needs approval/);
    await button('asking needs your approval').click();
    await view().getByText('asking needs your approval to start.').waitFor();
    await shootInThemes('mcp-needs-approval');
    await button('Approve asking…').click();
    await dialog.waitFor();
  });

  it('is started once it was approved, beside its file for whoever wants to see that first', async () => {
    const dialog = page().locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: 'Show File' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page()
      .getByRole('tab', { name: /^mcp\.json/ })
      .waitFor();
    const center = await notified('Start MCP server asking from this folder?');
    await shoot('mcp-approval-file');
    await center.getByRole('button', { name: 'Approve' }).click();
    await center.waitFor({ state: 'hidden' });
  });

  it('is introduced once its tools are known, and can be trusted in what it says of them', async () => {
    // The list of notifications may still be open, and then none is shown beside it.
    await run('Notifications: Show Notifications');
    const center = page().locator('.notifications-center');
    const question = center.getByRole('dialog').filter({ hasText: 'The MCP server asking is connected' });
    await question.waitFor();
    await shoot('mcp-introduced');
    await question.getByRole('button', { name: 'Trust What It Says' }).click();
    await question.waitFor({ state: 'hidden' });
  });

  it('is in the tree, with its state in words', async () => {
    await run('Converser: Focus on Ensembles View');
    const row = await rowInTree(page(), /^asking, ready/);
    await row.click();
    await press('ArrowRight');
    await rowInTree(page(), /^form,/);
    await shootInThemes('mcp-tree');
  });

  it('is managed by keyboard alone, and turning away leads back to the list of servers', async () => {
    const title = page().locator('.quick-input-title');
    const first = page().locator('.quick-input-list .monaco-list-row').first();
    await run('Converser: Manage MCP Server…');
    await title.getByText('Manage MCP Server', { exact: true }).waitFor();
    await first.filter({ hasText: 'asking' }).waitFor();
    await shootInThemes('mcp-manage');
    await press('Enter');
    await title.getByText('asking: ready').waitFor();
    // Screen readers are told no name of an icon.
    assert.equal(await first.getAttribute('aria-label'), 'Restart');
    await shootInThemes('mcp-manage-server');
    await press('Escape');
    await title.getByText('Manage MCP Server', { exact: true }).waitFor();
    await press('Escape');
    await title.waitFor({ state: 'hidden' });
  });

  it('is answered in the sidebar', async () => {
    await send('/invoke asking:form {}');
    await button('Allow Once').click();
    await view().getByLabel('City').fill('Oslo');
    await shootInThemes('mcp-question');
    await button('Send Answer').click();
    await view().getByText('1 tool call').waitFor();
    await view().locator('.invocation-toggle').first().click();
    await view().getByText(/Oslo/).first().waitFor();
  });
}
