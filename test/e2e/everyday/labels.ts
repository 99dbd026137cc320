import assert from 'node:assert/strict';
import { type PageServer, startPageServer } from '../../fakes/page-server.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

const guide = `<!doctype html><title>A guide</title><article><p>${'Read it with patience. '.repeat(12)}</p></article>`;

/** @param open gives the window in which these tests run, whose settings let it ask 127.0.0.1 */
export function testLabels(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, view, press, begin, comeToField, send, pressButton, button } = steps;
  const { asked, answered, run, notified, textIn, shoot, shootInThemes } = steps;
  let server: PageServer;
  let host: string;

  before(async () => {
    server = await startPageServer({ '/guide': guide });
    host = server.url.slice('http://'.length);
  });

  after(() => server?.close());

  const answer = async (name: string) => {
    await asked();
    await pressButton(name);
    await answered();
  };
  const line = () => view().locator('converser-status').getByText(`From outside: ${host}`);

  /** A new conversation that has read the page. */
  async function afterPage(): Promise<void> {
    await begin();
    await send(`/invoke web:fetch_page ${JSON.stringify({ url: `${server.url}/guide` })}`);
    await answer('Allow Once');
    await line().waitFor();
  }

  it('mark what came from outside, until you say in a question that the conversation is clean', async () => {
    await afterPage();
    await button(new RegExp(`from outside: ${host}`)).waitFor();
    await shootInThemes('labels-marked');
    await send('write one in labelled/one.txt');
    await asked();
    await view().locator('.permission-reason').getByText(`${server.url}/guide was read`).waitFor();
    await shootInThemes('labels-question');
    await pressButton('Allow More…');
    await answer('Allow, Conversation Is Clean');
    assert.match(await textIn('labelled/one.txt'), /^one\s*$/);
    await line().waitFor({ state: 'detached' });
    await send('write two in labelled/two.txt');
    await asked();
    await pressButton('Allow More…');
    assert.equal(await button('Allow, Conversation Is Clean').count(), 0);
    await answer('Deny');
  });

  it('are cleared by a command, which lists what it clears and asks once', async () => {
    await afterPage();
    await run('Converser: Declare Conversation Clean…');
    const dialog = page().locator('.monaco-dialog-box');
    await dialog.getByText(`${server.url}/guide was read`).waitFor();
    await shootInThemes('labels-declare');
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await line().waitFor();

    await comeToField();
    await pressButton(/^From outside: /, 'Shift+Tab');
    await pressButton('Declare Clean…');
    await dialog.waitFor();
    await pressButton('Declare Clean');
    await line().waitFor({ state: 'detached' });

    await run('Converser: Declare Conversation Clean…');
    await notified('This conversation is clean');
    await shoot('labels-clean');
    await run('Notifications: Clear All Notifications');
  });

  it('are no reason to ask any more once you trust their source, in other conversations, too', async () => {
    await afterPage();
    await send('write three in labelled/three.txt');
    await pressButton('Allow More…');
    await answer(`Allow, Trust ${host}`);
    assert.match(await textIn('labelled/three.txt'), /^three\s*$/);
    await line().waitFor({ state: 'detached' });
    await begin();
    await send(`/invoke web:fetch_page ${JSON.stringify({ url: `${server.url}/guide` })}`);
    await answer('Allow Once');
    await send('write four in labelled/four.txt');
    await asked();
    await pressButton('Allow More…');
    await shoot('labels-trusted');
    assert.equal(await button(/Trust|Is Clean/).count(), 0);
    assert.equal(await line().count(), 0);
    await answer('Deny');
  });
}
