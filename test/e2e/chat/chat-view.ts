import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import {
  runCommand,
  shownNotification,
  takeScreenshot,
  takeScreenshots,
} from '../../workbench/workbench-actions.ts';
import { pressUntilFocused } from '../keyboard.ts';

/** @param open gives the window in which these tests run */
export function testChatView(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let written: Locator;

  before(() => {
    workbench = open();
    page = workbench.page;
  });

  it('opens with Rehearsal in its picker', async () => {
    await page.keyboard.press('Control+Alt+I');
    await page.locator('.chat-input-picker-item').getByText('Rehearsal').first().waitFor();
  });

  it('shows the call, its argument, its result and the answer', async () => {
    const answer = await ask(page, 'what is in README.md?');
    await answer.getByRole('link', { name: 'Read', exact: true }).waitFor();
    await answer.getByText('A small workspace in which tools').first().waitFor();
    assert.equal(
      await answer.getByText('A small workspace in which tools').count(),
      1,
      'the result is collapsed',
    );
    await takeScreenshots(workbench, 'chat-answer');
  });

  it('asks before it writes, and writes once a button is pressed', async () => {
    written = await ask(page, 'write hello in notes/hello.txt');
    await written.getByRole('link', { name: 'Allow Once' }).waitFor();
    await written.getByText('Waiting for your permission to run workspace:write_file').waitFor();
    await written.getByText('Create notes/hello.txt?').waitFor();
    await written.getByText('+hello').waitFor();
    await takeScreenshots(workbench, 'chat-permission');
    await pressUntilFocused(page, 'Shift+Tab', 'Allow Once');
    await page.keyboard.press('Enter');
    await written.getByText('Allowed once.').waitFor();
    await written.getByText('Wrote').waitFor();
    await written.getByText('Waiting for your permission').waitFor({ state: 'detached' });
    assert.equal(await written.getByRole('button', { name: 'Allow' }).count(), 0, 'no button stays');
    await takeScreenshots(workbench, 'chat-written');
    assert.match(await readFile(path.join(workbench.folder, 'notes/hello.txt'), 'utf8'), /^hello\s*$/);
  });

  it('shows what an answer changed, takes it back, and does it again', async () => {
    await written.getByText('Show Changes').waitFor();
    await takeScreenshots(workbench, 'chat-undo-offered');
    await pressUntilFocused(page, 'Shift+Tab', 'Undo or Redo Turn');
    await page.keyboard.press('Enter');
    await shownNotification(page, 'was undone: 1 file.');
    await takeScreenshot(page, 'chat-undone');
    await assert.rejects(access(path.join(workbench.folder, 'notes/hello.txt')), { code: 'ENOENT' });
    await runCommand(page, 'Notifications: Clear All Notifications');
    await written.getByText('Undo or Redo Turn').click();
    await shownNotification(page, 'was redone: 1 file.');
    await access(path.join(workbench.folder, 'notes/hello.txt'));
    await runCommand(page, 'Notifications: Clear All Notifications');
    await written.getByText('Show Changes').click();
    await page.locator('.multiDiffEntry').getByText('hello', { exact: true }).first().waitFor();
    await takeScreenshot(page, 'chat-changes');
    await runCommand(page, 'View: Close All Editors');
  });

  it('asks how much a yes covers, and why the answer is no', async () => {
    const list = page.locator('.quick-input-widget');
    const field = page.locator('.interactive-session .chat-editor-container');
    await field.click();
    const answer = await ask(page, 'write plan in notes/plan.txt');
    await answer.getByText('Create notes/plan.txt?').waitFor();
    await pressUntilFocused(page, 'Shift+Tab', 'Allow More…');
    await page.keyboard.press('Enter');
    await list.getByText('notes/**').first().waitFor();
    await takeScreenshots(workbench, 'chat-allow-more');
    // The first of the folder's, after four of the file's: the tests after this one want to be asked again.
    for (let at = 0; at < 4; at++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await answer.getByText('Allowed until this answer is complete').waitFor();
    await answer.getByText('Wrote').waitFor();

    await field.click();
    const next = await ask(page, 'write other in other.txt');
    await next.getByText('Create other.txt?').waitFor();
    await pressUntilFocused(page, 'Shift+Tab', 'Deny with Reason…');
    await page.keyboard.press('Enter');
    await list.getByText('What the model should know').waitFor();
    await page.keyboard.type('Not there.');
    await page.keyboard.press('Enter');
    await next.getByText('Denied.').waitFor();
    await next.getByText('The user says: Not there.').first().waitFor();
  });

  it('lets all calls that wait be answered together', async () => {
    const field = page.locator('.interactive-session .chat-editor-container');
    await field.click();
    const answer = await ask(page, 'write eight in eight.txt and write nine in nine.txt');
    await answer.getByText('2 calls wait for your permission.').waitFor();
    await answer.getByText('Waiting for your permission to run 2 calls').waitFor();
    await takeScreenshots(workbench, 'chat-several');
    await pressUntilFocused(page, 'Shift+Tab', 'Allow All 2 Once');
    await page.keyboard.press('Enter');
    await answer.getByText('Wrote').nth(1).waitFor();
    for (const name of ['eight', 'nine'])
      assert.match(
        await readFile(path.join(workbench.folder, `${name}.txt`), 'utf8'),
        new RegExp(`^${name}`),
      );

    await field.click();
    const next = await ask(page, 'write ten in ten.txt and write eleven in eleven.txt');
    await next.getByText('2 calls wait for your permission.').waitFor();
    await pressUntilFocused(page, 'Shift+Tab', 'Deny All 2');
    await page.keyboard.press('Enter');
    await next.getByText('Denied.').nth(1).waitFor();
    await assert.rejects(access(path.join(workbench.folder, 'ten.txt')), { code: 'ENOENT' });
  });

  it('knows of what a turn did that you stopped', async () => {
    await chooseModel('Rehearsal', 'worker');
    const answer = await ask(page, 'Write it.');
    await answer.getByRole('link', { name: 'Allow Once' }).waitFor();
    await pressUntilFocused(page, 'Shift+Tab', 'Allow Once');
    await page.keyboard.press('Enter');
    await answer.getByText('Now I explain it at length').waitFor();
    await page.locator('.interactive-session .chat-editor-container').click();
    await page.keyboard.press('Control+Escape');
    await answered();
    await ask(page, 'What did you do?');
    await page.getByText('I wrote it, and you stopped me.').first().waitFor();
    await takeScreenshot(page, 'chat-stopped');
  });

  it('says what a compaction left out, shows it, and takes it back, by its links', async () => {
    await chooseModel('worker', 'gpt-oss-20b');
    for (const story of [1, 2, 3, 4, 5]) {
      await page.locator('.interactive-session .chat-editor-container').click();
      const told = await ask(page, `Story ${story}, please.`);
      await told.getByText(`Here is story ${story}.`).waitFor();
      await answered();
    }
    const compacted = rowAt(page, await newest(page, { hasText: /Compacted: .* left out/ }));
    await compacted.getByText(/Compacted: .* left out/).scrollIntoViewIfNeeded();
    await takeScreenshots(workbench, 'chat-compacted');
    await press(compacted, 'Take Back or Leave Out Again');
    await shownNotification(page, 'Taken back: from your next message on');
    await runCommand(page, 'Notifications: Clear All Notifications');
    await press(compacted, 'Show What Was Left Out');
    const lines = page.locator('.editor-instance .view-lines');
    await lines.getByText('Taken back').first().waitFor();
    await takeScreenshots(workbench, 'chat-left-out');
    await press(compacted, 'Take Back or Leave Out Again');
    await shownNotification(page, 'the model reads the shorter version again');
    await lines.getByText('Compacted').first().waitFor();
    await runCommand(page, 'Notifications: Clear All Notifications');
    await runCommand(page, 'View: Close All Editors');
  });

  async function press(row: Locator, link: string): Promise<void> {
    await row.getByRole('link', { name: link }).focus();
    await page.keyboard.press('Enter');
  }

  /** Until then, what is sent waits. */
  async function answered(): Promise<void> {
    const cancel = page.locator('.interactive-session').getByRole('button', { name: /^Cancel/ });
    await cancel.waitFor({ state: 'detached' });
  }

  async function chooseModel(from: string, to: string): Promise<void> {
    await page.locator('.chat-input-picker-item').getByText(from).first().click();
    await page.keyboard.type(to);
    await page.locator('.action-widget').getByText(to).first().click();
    await page.locator('.chat-input-picker-item').getByText(to).waitFor();
    await page.locator('.interactive-session .chat-editor-container').click();
  }
}

/**
 * Types into the chat's field, which has the focus and begins with @converser after the first question.
 *
 * @returns the response
 */
async function ask(page: Page, question: string): Promise<Locator> {
  const field = page.locator('.interactive-session .chat-editor-container');
  const isAddressed = ((await field.textContent()) ?? '').includes('@converser');
  await page.keyboard.type(isAddressed ? question : `@converser ${question}`);
  // Completions of @ and # would take the Enter.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  const request = await newest(page, { has: page.locator('.interactive-request'), hasText: question });
  return rowAt(page, request + 1);
}

function rowAt(page: Page, index: number): Locator {
  return page.locator(`.interactive-session .monaco-list-row[data-index="${index}"]`);
}

/** The index of the lowest such row, once there is one. The document has the rows of a list in any order. */
async function newest(page: Page, row: Parameters<Locator['filter']>[0]): Promise<number> {
  const found = page.locator('.interactive-session .monaco-list-row').filter(row);
  await found.first().waitFor();
  return Math.max(
    ...(await found.evaluateAll(rows => rows.map(each => Number(each.getAttribute('data-index'))))),
  );
}
