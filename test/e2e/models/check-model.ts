import type { FrameLocator } from 'playwright-core';
import { type FakeOpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import { atChat, pretendModel } from '../../fakes/pretend-model.ts';
import { shownAtLast } from '../../workbench/shown-at-last.ts';
import { converserEditor } from '../../workbench/workbench-actions.ts';
import { stepsIn } from '../window-steps.ts';
import type { WindowAndServer } from './choose-model.ts';

/** A model that calls tools through the contract only, and knows Hermes' best. */
export function startCheckedModel(): Promise<FakeOpenAiServer> {
  return startOpenAiServer(atChat(pretendModel({ calls: 'none', contract: true, learnt: 'hermes' })));
}

/** @param open gives a window whose user has the provider "checked", and the server of that */
export function testCard(open: () => WindowAndServer): void {
  const { page, press, run, shootInThemes } = stepsIn(() => open().workbench);
  let server: FakeOpenAiServer;
  let card: FrameLocator;

  before(async () => {
    ({ server } = open());
    card = converserEditor(page());
    await run('View: Close All Editors');
  });

  it('is made by a command, and says first what it comes to', async () => {
    await run('Converser: Check Model…');
    await page().locator('.quick-input-list').getByText('checked/test-model').click();
    await shownAtLast(card.getByText('Tools: through the contract, free.'));
    await shootInThemes('card');
  });

  it('is a table whose rows say in words how each probe ended', async () => {
    const row = (name: string) => card.getByRole('row', { name });
    await row('Native calls Failed').waitFor();
    await row('Parallel calls Skipped').waitFor();
    await row('Contract, free Passed').waitFor();
  });

  it('is made again from a link in it', async () => {
    // The card says the same before and after: what tells is that the model is asked.
    const asked = server.nextRequest();
    await card.getByRole('link', { name: 'Check Again' }).press('Enter');
    await asked;
    await shownAtLast(card.getByText('Tools: through the contract, free.'));
  });

  it('finds the best contract from a link in it', async () => {
    await card.getByRole('link', { name: 'Find the Best Contract…' }).press('Enter');
    await shownAtLast(card.getByText('Tools: through the contract: Hermes tags, signatures.'));
    await shootInThemes('card-contracts');
  });

  it('is summed up in the list of models', async () => {
    await run('Converser: Check Model…');
    const row = page().locator('.quick-input-list .monaco-list-row', { hasText: 'checked/test-model' });
    await row.getByText('Checked today. Tools: through the contract: Hermes tags, signatures.').waitFor();
    await press('Escape');
  });
}
