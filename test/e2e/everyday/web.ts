import assert from 'node:assert/strict';
import { type PageServer, startPageServer } from '../../fakes/page-server.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

const guide = `<!doctype html><html><head><title>A small guide</title></head><body><nav><a href="/">Home</a></nav>
<article><h1>Start here</h1><p>${'Install it, and then read on, with patience. '.repeat(6)}</p>
<p>${'It needs nothing else, as far as anyone knows. '.repeat(6)}</p>
<ul><li>See <a href="next">the next page</a>.</li></ul></article></body></html>`;

/** @param open gives the window in which these tests run, whose settings let it ask 127.0.0.1 */
export function testWeb(open: () => Workbench): void {
  const { view, press, begin, send, pressButton, button, asked, answered, shoot } = stepsIn(open);
  let server: PageServer;

  before(async () => {
    server = await startPageServer({ '/guide': guide, '/next': guide });
    await begin();
  });

  after(() => server?.close());

  const fetch = (url: string) => send(`/invoke web:fetch_page ${JSON.stringify({ url })}`);

  it('are fetched after a yes to the address, which can hold for the host', async () => {
    await fetch(`${server.url}/guide`);
    await asked();
    await view().getByText(`Fetch ${server.url}/guide`, { exact: true }).waitFor();
    await shoot('web-question');
    assert.equal(server.asked.length, 0);
    await pressButton('Allow More…');
    await view().getByLabel('Which calls').waitFor();
    assert.equal(await view().getByLabel('Which calls').inputValue(), server.url.slice('http://'.length));
    await press('Tab', 'ArrowDown');
    await shoot('web-question-more');
    await press('Tab', 'Enter');
    await answered();
    await shoot('web-page');
    assert.equal(server.asked.length, 1);

    // In the same conversation, a page that was read makes the next question necessary.
    await begin();
    await fetch(`${server.url}/next`);
    await view().getByText(`From ${server.url}/next`).first().waitFor();
    await answered();
    assert.equal(server.asked.length, 2);
  });

  it('of this computer are asked about each time, with the reason', async () => {
    await fetch(`http://localhost:${server.port}/guide`);
    await asked();
    await view().getByText('is on this computer or in its own network').first().waitFor();
    await shoot('web-question-local');
    assert.equal(await button('Allow More…').count(), 0);
    await pressButton('Deny');
    await answered();
    assert.equal(server.asked.length, 2);
  });
}
