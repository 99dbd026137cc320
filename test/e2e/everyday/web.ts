import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import { type PageServer, startPageServer } from '../../fakes/page-server.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { pressUntilFocused } from '../keyboard.ts';
import { writeMessage } from '../message-field.ts';

const guide = `<!doctype html><html><head><title>A small guide</title></head><body><nav><a href="/">Home</a></nav>
<article><h1>Start here</h1><p>${'Install it, and then read on, with patience. '.repeat(6)}</p>
<p>${'It needs nothing else, as far as anyone knows. '.repeat(6)}</p>
<ul><li>See <a href="next">the next page</a>.</li></ul></article></body></html>`;

/** @param open gives the window in which these tests run, whose settings let it ask 127.0.0.1 */
export function testWeb(open: () => Workbench): void {
  let page: Page;
  let view: FrameLocator;
  let server: PageServer;

  before(async () => {
    page = open().page;
    view = converserView(page);
    server = await startPageServer({ '/guide': guide, '/next': guide });
    await beginConversation(page, view);
  });

  after(() => server?.close());

  const fetch = async (url: string) => {
    await writeMessage(page, view, `/invoke web:fetch_page ${JSON.stringify({ url })}`);
    await page.keyboard.press('Enter');
  };
  const asked = () => view.getByRole('button', { name: 'Allow Once' }).waitFor();
  const done = () => view.getByLabel('Stop', { exact: true }).waitFor({ state: 'detached' });

  it('are fetched after a yes to the address, which can hold for the host', async () => {
    await fetch(`${server.url}/guide`);
    await asked();
    await view.getByText(`Fetch ${server.url}/guide`, { exact: true }).waitFor();
    await takeScreenshot(page, 'web-question');
    assert.equal(server.asked.length, 0);
    await pressUntilFocused(page, 'Tab', 'Allow More…');
    await page.keyboard.press('Enter');
    await view.getByLabel('Which calls').waitFor();
    assert.equal(await view.getByLabel('Which calls').inputValue(), server.url.slice('http://'.length));
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await takeScreenshot(page, 'web-question-more');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await done();
    await takeScreenshot(page, 'web-page');
    assert.equal(server.asked.length, 1);

    // In the same conversation, a page that was read makes the next question necessary.
    await beginConversation(page, view);
    await fetch(`${server.url}/next`);
    await view.getByText(`From ${server.url}/next`).first().waitFor();
    await done();
    assert.equal(server.asked.length, 2);
  });

  it('of this computer are asked about each time, with the reason', async () => {
    await fetch(`http://localhost:${server.port}/guide`);
    await asked();
    await view.getByText('is on this computer or in its own network').first().waitFor();
    await takeScreenshot(page, 'web-question-local');
    assert.equal(await view.getByRole('button', { name: 'Allow More…' }).count(), 0);
    await pressUntilFocused(page, 'Tab', 'Deny');
    await page.keyboard.press('Enter');
    await done();
    assert.equal(server.asked.length, 2);
  });
}
