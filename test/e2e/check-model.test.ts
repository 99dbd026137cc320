import type { FrameLocator, Page } from 'playwright-core';
import { type FakeOpenAiServer, startOpenAiServer } from '../fakes/openai-server.ts';
import { atChat, pretendModel } from '../fakes/pretend-model.ts';
import { openWorkbench, type Workbench } from '../workbench/open-workbench.ts';
import { converserEditor, runCommand, takeScreenshots } from '../workbench/workbench-actions.ts';

describe('the card of a model', () => {
  let server: FakeOpenAiServer;
  let workbench: Workbench;
  let page: Page;
  let card: FrameLocator;

  before(async function () {
    this.timeout(240_000);
    server = await startOpenAiServer(atChat(pretendModel({ calls: 'none', contract: true })));
    const servers = { checked: { kind: 'openai', baseUrl: server.url } };
    workbench = await openWorkbench({ settings: { 'converser.modelProviders': servers } });
    page = workbench.page;
    card = converserEditor(page);
  });

  after(async () => {
    await workbench?.close();
    await server?.close();
  });

  it('is made by a command, and says first what it comes to', async () => {
    await runCommand(page, 'Converser: Check Model…');
    await page.locator('.quick-input-list').getByText('checked/test-model').waitFor();
    await page.keyboard.press('Enter');
    await card.getByText('Tools: through the contract, free.').waitFor();
    await takeScreenshots(workbench, 'card');
  });

  it('is a table whose rows say in words how each probe ended', async () => {
    const row = (name: string) => card.getByRole('row', { name });
    await row('Native calls Failed').waitFor();
    await row('Parallel calls Skipped').waitFor();
    await row('Contract, free Passed').waitFor();
  });

  it('is made again from a link in it', async () => {
    const before = server.received.length;
    await card.getByRole('link', { name: 'Check Again' }).press('Enter');
    // The card says the same before and after: what tells is that the model is asked.
    while (server.received.length === before) await page.waitForTimeout(50);
    await card.getByText('Tools: through the contract, free.').waitFor();
  });
});
