import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { type FakeOpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import { atChat, pretendModel } from '../../fakes/pretend-model.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { shownAtLast } from '../../workbench/shown-at-last.ts';
import {
  converserEditor,
  runCommand,
  shownNotification,
  takeScreenshot,
  takeScreenshots,
} from '../../workbench/workbench-actions.ts';

/** A model that calls tools through the contract only, and knows Hermes' best. */
export function startCheckedModel(): Promise<FakeOpenAiServer> {
  return startOpenAiServer(atChat(pretendModel({ calls: 'none', contract: true, learnt: 'hermes' })));
}

/** @param open gives a window whose user has the provider "checked", and the server of that */
export function testCard(
  open: () => { readonly workbench: Workbench; readonly server: FakeOpenAiServer },
): void {
  let workbench: Workbench;
  let server: FakeOpenAiServer;
  let page: Page;
  let card: FrameLocator;

  before(async () => {
    ({ workbench, server } = open());
    page = workbench.page;
    card = converserEditor(page);
    await runCommand(page, 'View: Close All Editors');
  });

  it('is made by a command, and says first what it comes to', async () => {
    await runCommand(page, 'Converser: Check Model…');
    await page.locator('.quick-input-list').getByText('checked/test-model').click();
    await shownAtLast(card.getByText('Tools: through the contract, free.'));
    await takeScreenshots(workbench, 'card');
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

  it('finds the best contract from a link in it, and shows all that were tried', async () => {
    await card.getByRole('link', { name: 'Find the Best Contract…' }).press('Enter');
    await shownAtLast(card.getByText('Tools: through the contract: Hermes tags, signatures.'));
    const contracts = card.getByRole('table').nth(1);
    await contracts.getByRole('row', { name: /^Hermes tags, signatures \(best\) 40 of 40 / }).waitFor();
    // Each style, with and without examples, in full and as signatures.
    assert.equal(await contracts.getByRole('rowheader').count(), 12);
    await contracts.getByRole('row', { name: /^JSON object, full schemas \d of 6 / }).waitFor();
    await card.getByRole('heading', { name: 'Contracts' }).scrollIntoViewIfNeeded();
    await takeScreenshots(workbench, 'card-contracts');
  });

  it('is written to a file, and from there becomes the card of another model, by keyboard', async () => {
    await card.getByRole('link', { name: 'Export…' }).press('Enter');
    const name = 'checked-test-model.json';
    await question('Export Model Check').waitFor();
    await page.waitForFunction(
      wanted =>
        document
          .querySelector<HTMLInputElement>('.quick-input-widget input[type="text"]')
          ?.value.endsWith(wanted),
      name,
    );
    await takeScreenshot(page, 'card-export-file');
    await page.keyboard.press('Enter');
    await shownNotification(page, `The check of test-model is in ${name}.`);
    await runCommand(page, 'Notifications: Clear All Notifications');
    const exported = JSON.parse(await readFile(path.join(workbench.folder, name), 'utf8'));
    assert.deepEqual([exported.model, exported.contracts.length], ['checked/test-model', 12]);

    await importFile(name);
    const list = page.locator('.quick-input-list');
    await list.getByText('twin/test-model').first().waitFor();
    await takeScreenshot(page, 'card-import');
    await page.keyboard.type('twin');
    await page.keyboard.press('Enter');
    const conclusion = 'Tools: through the contract: Hermes tags, signatures.';
    await shownNotification(page, `test-model: ${conclusion}`);
    await takeScreenshot(page, 'card-imported');
    await runCommand(page, 'Notifications: Clear All Notifications');
    await runCommand(page, 'Converser: Check Model…');
    await list
      .locator('.monaco-list-row', { hasText: 'twin/test-model' })
      .getByText(`Checked today. ${conclusion}`)
      .waitFor();
    await page.keyboard.press('Escape');
  });

  it('is told of where a file holds none', async () => {
    await writeFile(path.join(workbench.folder, 'no-check.json'), '{"probes": "all passed"}');
    await importFile('no-check.json');
    await shownNotification(page, 'no-check.json holds no model check.');
    await runCommand(page, 'Notifications: Clear All Notifications');
  });

  async function importFile(name: string): Promise<void> {
    await runCommand(page, 'Converser: Import Model Check…');
    await question('Import Model Check').getByText(name).waitFor();
    await page.keyboard.type(name);
    await takeScreenshot(page, 'card-import-file');
    await page.keyboard.press('Enter');
  }

  /** VS Code's own, for a file. */
  function question(title: string): Locator {
    return page.locator('.quick-input-widget', { hasText: title });
  }
}
