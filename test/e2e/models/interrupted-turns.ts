import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, takeScreenshot, takeScreenshots } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { pressUntilFocused } from '../keyboard.ts';
import { writeMessage } from '../message-field.ts';
import { chooseModel, paidModel, workingModel } from './choose-model.ts';

/** @param open gives a window whose user has the provider "worker", and four rounds for each turn */
export function testInterruptedTurns(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(async () => {
    workbench = open();
    page = workbench.page;
    view = converserView(page);
    await beginConversation(page, view);
    await chooseModel(view, workingModel);
  });

  // The next ones begin with the model of those before.
  after(() => chooseModel(view, paidModel));

  async function ask(question: string): Promise<void> {
    await writeMessage(page, view, question);
    await page.keyboard.press('Enter');
  }

  it('keep what was done before you stopped them, and the model knows of it', async () => {
    await ask('Write it.');
    await view.getByRole('button', { name: 'Allow Once' }).click();
    await view.getByText('Now I explain it at length').waitFor();
    await page.keyboard.press('Escape');
    await view.getByRole('button', { name: 'Continue', exact: true }).waitFor();
    await takeScreenshots(workbench, 'turn-stopped');
    assert.equal(await readFile(path.join(workbench.folder, 'notes/done.txt'), 'utf8'), 'done');
    await view.getByText('Changed: 1 file').waitFor();
    await ask('What did you do?');
    await view.getByText('I wrote it, and you stopped me.').first().waitFor();
    await view.getByRole('button', { name: /^Wrote notes\/done\.txt/ }).waitFor();
    await view.locator('.reasoning > summary').focus();
    await page.keyboard.press('Enter');
    await view.getByRole('group', { name: 'Thought' }).getByText('What did I do?').waitFor();
    await takeScreenshots(workbench, 'turn-stopped-earlier');
  });

  it('are taken back beside Continue, also after the window was loaded again', async () => {
    await beginConversation(page, view);
    await chooseModel(view, workingModel);
    await rm(path.join(workbench.folder, 'notes/done.txt'));
    await ask('Write it.');
    await view.getByRole('button', { name: 'Allow Once' }).click();
    await view.getByText('Now I explain it at length').waitFor();
    await page.keyboard.press('Escape');
    await view.getByRole('button', { name: 'Continue', exact: true }).waitFor();
    await page.reload();
    await view.getByRole('button', { name: 'Continue', exact: true }).waitFor();
    await view.getByText('Changed: 1 file').waitFor();
    await takeScreenshots(workbench, 'turn-stopped-reloaded');
    await view.getByRole('button', { name: 'Undo Turn' }).focus();
    await page.keyboard.press('Enter');
    await view.getByText('Undone: 1 file').waitFor();
    await assert.rejects(readFile(path.join(workbench.folder, 'notes/done.txt')), { code: 'ENOENT' });
    await takeScreenshots(workbench, 'turn-stopped-undone');
    await ask('What did you do?');
    await view.getByText('Nothing.').first().waitFor();
  });

  it('keep the half of an answer whose connection was lost, and go on from there', async () => {
    await ask('Read it to me.');
    await view.getByText('The reply from worker broke off.').first().waitFor();
    await takeScreenshots(workbench, 'turn-dropped-again');
    const half = view.getByText('It begins with small workspaces, and');
    const outcome = view.locator('.outcome.failed');
    await outcome.getByText('The reply from worker broke off').waitFor();
    await half.waitFor();
    await takeScreenshots(workbench, 'turn-dropped');
    await pressUntilFocused(page, 'Shift+Tab', 'Continue');
    await takeScreenshot(page, 'turn-dropped-continue');
    await page.keyboard.press('Enter');
    await view.getByText('It ends with tools.').first().waitFor();
    await view.getByRole('button', { name: /^Read README\.md/ }).waitFor();
    await half.waitFor();
    await takeScreenshots(workbench, 'turn-dropped-earlier');
  });

  it('ask whether to continue when they have used all their rounds', async () => {
    await ask('Look at the clock.');
    await view.getByText('No final answer after 4 rounds.').first().waitFor();
    await takeScreenshots(workbench, 'turn-round-limit');
    await pressUntilFocused(page, 'Shift+Tab', 'Continue');
    await page.keyboard.press('Enter');
    await view.getByText('It is late.').first().waitFor();
    assert.equal(await view.getByRole('button', { name: 'Continue', exact: true }).count(), 0);
  });
}
