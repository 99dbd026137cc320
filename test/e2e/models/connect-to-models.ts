import assert from 'node:assert/strict';
import { type JsonServer, startJsonServer } from '../../fakes/json-server.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

const models = [
  { id: 'test-model', object: 'model', created: 0, owned_by: 'test' },
  { id: 'other-model', object: 'model', created: 0, owned_by: 'test' },
];

export function testConnecting(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, view, press, enter, pressButton } = steps;
  const { button, openSidebar, title, shoot, shootInThemes } = steps;
  let server: JsonServer;

  before(async () => {
    server = await startJsonServer(({ headers }) =>
      headers.authorization === 'Bearer the-right-key'
        ? { body: { object: 'list', data: models } }
        : { status: 401, body: { error: { message: 'Incorrect API key provided.' } } },
    );
  });

  after(() => server?.close());

  const input = () => page().locator('.quick-input-widget .quick-input-box input');

  it('begins at the model picker of the sidebar', async () => {
    await openSidebar();
    await pressButton('Model: test-model');
    await view()
      .getByRole('option', { name: /Rehearsal/ })
      .waitFor();
    await press('End');
    await shoot('connect-picker');
    await press('Enter');
    await title('Connect to Models').waitFor();
    await shoot('connect-servers');
  });

  it('takes an address, and keeps a wrong one to be corrected', async () => {
    await enter('Another');
    await title('OpenAI-Compatible Server').waitFor();
    await enter('127.0.0.1:1');
    await page().locator('.quick-input-message').getByText('can’t be reached').waitFor();
    assert.equal(await input().inputValue(), '127.0.0.1:1');
    await shoot('connect-address');
    await press('Control+A');
    await enter(server.url);
  });

  it('takes the key the server wants, and keeps a wrong one to be corrected', async () => {
    await title(`API key for ${new URL(server.url).host}`).waitFor();
    assert.equal(await input().getAttribute('type'), 'password');
    await enter('the-wrong-key');
    await page().locator('.quick-input-message').getByText('rejected this key').waitFor();
    await shoot('connect-key');
    await press('Control+A');
    await enter('the-right-key');
  });

  it('says how many models there are, and makes one the sidebar’s', async () => {
    await title(`${new URL(server.url).host}: 2 models found`).waitFor();
    await shoot('connect-models');
    await press('ArrowDown', 'Enter');
    await button('Model: other-model').click();
    await view()
      .getByRole('group', { name: new URL(server.url).host })
      .waitFor();
    await shootInThemes('connect-chosen');
  });
}
