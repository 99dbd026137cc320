import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import { type JsonServer, startJsonServer } from '../../fakes/json-server.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, takeScreenshot, takeScreenshots } from '../../workbench/workbench-actions.ts';
import { pressUntilFocused } from '../keyboard.ts';

const models = [
  { id: 'test-model', object: 'model', created: 0, owned_by: 'test' },
  { id: 'other-model', object: 'model', created: 0, owned_by: 'test' },
];

/** @param open gives the window in which these tests run */
export function testConnecting(open: () => Workbench): void {
  let server: JsonServer;
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(async () => {
    server = await startJsonServer(({ headers }) =>
      headers.authorization === 'Bearer the-right-key'
        ? { body: { object: 'list', data: models } }
        : { status: 401, body: { error: { message: 'Incorrect API key provided.' } } },
    );
    workbench = open();
    page = workbench.page;
    view = converserView(page);
  });

  after(() => server?.close());

  it('begins at the model picker of the sidebar', async () => {
    await page.keyboard.press('Control+Alt+J');
    await view.locator('textarea:focus').waitFor();
    await pressUntilFocused(page, 'Tab', 'Model: test-model');
    await page.keyboard.press('Enter');
    await view.getByRole('option', { name: /Rehearsal/ }).waitFor();
    await page.keyboard.press('End');
    await takeScreenshot(page, 'connect-picker');
    await page.keyboard.press('Enter');
    await title(page, 'Connect to Models').waitFor();
    await takeScreenshot(page, 'connect-servers');
  });

  it('takes an address, and keeps a wrong one to be corrected', async () => {
    await page.keyboard.type('Another');
    await page.keyboard.press('Enter');
    await title(page, 'OpenAI-Compatible Server').waitFor();
    await page.keyboard.type('127.0.0.1:1');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-message').getByText('can’t be reached').waitFor();
    assert.equal(await input(page).inputValue(), '127.0.0.1:1');
    await takeScreenshot(page, 'connect-address');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(server.url);
    await page.keyboard.press('Enter');
  });

  it('takes the key the server wants, and keeps a wrong one to be corrected', async () => {
    await title(page, `API key for ${new URL(server.url).host}`).waitFor();
    assert.equal(await input(page).getAttribute('type'), 'password');
    await page.keyboard.type('the-wrong-key');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-message').getByText('rejected this key').waitFor();
    await takeScreenshot(page, 'connect-key');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('the-right-key');
    await page.keyboard.press('Enter');
  });

  it('says how many models there are, and makes one the sidebar’s', async () => {
    await title(page, `${new URL(server.url).host}: 2 models found`).waitFor();
    await takeScreenshot(page, 'connect-models');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Model: other-model' }).click();
    await view.getByRole('group', { name: new URL(server.url).host }).waitFor();
    await takeScreenshots(workbench, 'connect-chosen');
  });
}

function title(page: Page, text: string) {
  return page.locator('.quick-input-title').getByText(text, { exact: true });
}

function input(page: Page) {
  return page.locator('.quick-input-widget .quick-input-box input');
}
