import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type GuardedServer, startGuardedServer } from '../../fakes/mcp/guarded-server.ts';
import { takeScreenshot } from '../../workbench/workbench-actions.ts';
import { stepsIn } from '../window-steps.ts';
import { approve, manage } from './approve.ts';
import type { McpWindow } from './mcp-window.ts';
import { rowInTree } from './row-in-tree.ts';

/**
 * VS Code reaches addresses such as 127.0.0.1 through a door of its own server, which is not there in these tests. So
 * the page on which one signs in has a name that only the browser knows.
 */
export const pageHost = 'guard.example';

export function testSignIn({ workbench: open, serve }: McpWindow): void {
  const { page, view, send, button, openSidebar, answered, run, notified, shoot } = stepsIn(open);
  let guarded: GuardedServer;

  before(async () => {
    guarded = await startGuardedServer({ hasPage: true, iss: true, pageHost });
    await serve({ guarded: { type: 'http', url: guarded.mcp } });
  });

  after(() => guarded?.close());

  const dialog = () => page().locator('.monaco-dialog-box');
  const named = (state: RegExp) => new RegExp(`^guarded, ${state.source}`);
  /** Its state decides where it stands in the tree. */
  const shown = (state: RegExp) => rowInTree(page(), named(state));
  const tabs = () => open().context.pages().length;
  const requested = (wanted: string) => guarded.asked.filter(each => each.path === wanted).length;

  /** VS Code itself asks before it opens a page of another host, and shows its whole address. */
  async function tabOpenedBy(click: () => Promise<void>): Promise<Page> {
    const opened = open().context.waitForEvent('page');
    await click();
    await dialog().getByText('Do you want code-server to open the external website?').waitFor();
    await dialog().getByRole('button', { name: 'Open', exact: true }).click();
    const tab = await opened;
    await tab.getByText('May Converser use your tools?').waitFor();
    assert.equal(new URL(tab.url()).hostname, pageHost);
    return tab;
  }

  const pressInTree = async () => {
    await manage(await shown(/needs sign-in/), page(), 'Sign In');
  };

  /** VS Code’s own page takes the browser back, and tells the window that it came from. */
  async function answer(tab: Page, what: 'Allow' | 'Decline'): Promise<void> {
    await tab.getByRole('link', { name: what }).click();
    await tab.getByText('You can close this page now.').waitFor();
    await tab.close();
  }

  async function call(said: string): Promise<void> {
    await send(`/invoke guarded:echo ${JSON.stringify({ message: said })}`);
    await button('Allow Once').click();
    await view().getByText(`Echo: ${said}`).first().waitFor();
    // Nothing is sent while the answer is being written.
    await answered();
  }

  it('is asked about with the name of the page’s host, and opens nothing before', async () => {
    await openSidebar();
    await run('Converser: Focus on Ensembles View');
    await approve(page(), 'guarded');
    await notified(`MCP server guarded requires you to sign in at ${pageHost}`);
    await shoot('mcp-sign-in');
    assert.equal(tabs(), 1);
    assert.equal(requested('/authorize'), 0);
  });

  it('tells that somebody has declined there, and can be tried again', async () => {
    const center = page().locator('.notifications-center');
    const tab = await tabOpenedBy(() => center.getByRole('button', { name: 'Sign In' }).click());
    await takeScreenshot(tab, 'mcp-sign-in-page');
    await answer(tab, 'Decline');
    await shown(/needs sign-in, Sign-in to guarded failed: access_denied/);
    assert.equal(requested('/token'), 0);
  });

  it('opens the same page again for whoever has closed it', async () => {
    const closed = await tabOpenedBy(pressInTree);
    const address = closed.url();
    await closed.close();
    const tab = await tabOpenedBy(pressInTree);
    assert.equal(tab.url(), address);
    await answer(tab, 'Allow');
    await shown(/ready/);
    await shoot('mcp-signed-in');
    assert.equal(requested('/token'), 1);
    await call('let in');
  });

  it('is not needed again when the token has expired', async () => {
    guarded.expire();
    await call('renewed');
    assert.equal(guarded.asked.at(-1)?.params.grant_type, 'refresh_token');
    assert.equal(tabs(), 1);
  });
}
