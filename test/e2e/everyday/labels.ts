import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { type PageServer, startPageServer } from '../../fakes/page-server.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import {
  converserView,
  runCommand,
  shownNotification,
  takeScreenshot,
  takeScreenshots,
} from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { pressUntilFocused } from '../keyboard.ts';
import { comeToField, writeMessage } from '../message-field.ts';

const page = `<!doctype html><title>A guide</title><article><p>${'Read it with patience. '.repeat(12)}</p></article>`;

/** @param open gives the window in which these tests run, whose settings let it ask 127.0.0.1 */
export function testLabels(open: () => Workbench): void {
  let workbench: Workbench;
  let window: Page;
  let view: FrameLocator;
  let server: PageServer;
  let host: string;

  before(async () => {
    workbench = open();
    window = workbench.page;
    view = converserView(window);
    server = await startPageServer({ '/guide': page });
    host = server.url.slice('http://'.length);
  });

  after(() => server?.close());

  const send = async (text: string) => {
    await writeMessage(window, view, text);
    await window.keyboard.press('Enter');
  };
  const asked = () => view.getByRole('button', { name: 'Allow Once' }).waitFor();
  const done = () => view.getByLabel('Stop', { exact: true }).waitFor({ state: 'detached' });
  const press = async (button: string) => {
    await asked();
    await pressUntilFocused(window, 'Tab', button);
    await window.keyboard.press('Enter');
    await done();
  };
  const line = () => view.locator('.exposed').getByText(`From outside: ${host}`);
  const written = (file: string) => readFile(path.join(workbench.folder, file), 'utf8').catch(() => '');

  /** A new conversation that has read the page. */
  async function afterPage(): Promise<void> {
    await beginConversation(window, view);
    await send(`/invoke web:fetch_page ${JSON.stringify({ url: `${server.url}/guide` })}`);
    await press('Allow Once');
    await line().waitFor();
  }

  it('mark what came from outside, until you say in a question that the conversation is clean', async () => {
    await afterPage();
    await view.getByRole('button', { name: new RegExp(`from outside: ${host}`) }).waitFor();
    await takeScreenshots(workbench, 'labels-marked');
    await send('write one in labelled/one.txt');
    await asked();
    await view.locator('.permission-reason').getByText(`${server.url}/guide was read`).waitFor();
    await takeScreenshots(workbench, 'labels-question');
    await press('Allow, Conversation Is Clean');
    assert.match(await written('labelled/one.txt'), /^one\s*$/);
    await line().waitFor({ state: 'detached' });
    await send('write two in labelled/two.txt');
    await asked();
    assert.equal(await view.getByRole('button', { name: 'Allow, Conversation Is Clean' }).count(), 0);
    await press('Deny');
  });

  it('are cleared by a command, which lists what it clears and asks once', async () => {
    await afterPage();
    await runCommand(window, 'Converser: Declare Conversation Clean…');
    const dialog = window.locator('.monaco-dialog-box');
    await dialog.getByText(`${server.url}/guide was read`).waitFor();
    await takeScreenshots(workbench, 'labels-declare');
    await window.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await line().waitFor();

    await comeToField(window, view);
    await pressUntilFocused(window, 'Shift+Tab', 'Declare Clean…');
    await window.keyboard.press('Enter');
    await dialog.waitFor();
    await pressUntilFocused(window, 'Tab', 'Declare Clean');
    await window.keyboard.press('Enter');
    await line().waitFor({ state: 'detached' });

    await runCommand(window, 'Converser: Declare Conversation Clean…');
    await shownNotification(window, 'This conversation is clean');
    await takeScreenshot(window, 'labels-clean');
    await runCommand(window, 'Notifications: Clear All Notifications');
  });

  it('are no reason to ask any more once you trust their source, in other conversations, too', async () => {
    await afterPage();
    await send('write three in labelled/three.txt');
    await press(`Allow, Trust ${host}`);
    assert.match(await written('labelled/three.txt'), /^three\s*$/);
    await line().waitFor({ state: 'detached' });
    await beginConversation(window, view);
    await send(`/invoke web:fetch_page ${JSON.stringify({ url: `${server.url}/guide` })}`);
    await press('Allow Once');
    await send('write four in labelled/four.txt');
    await asked();
    await takeScreenshot(window, 'labels-trusted');
    assert.equal(await view.getByRole('button', { name: /Trust|Is Clean/ }).count(), 0);
    assert.equal(await line().count(), 0);
    await press('Deny');
  });
}
