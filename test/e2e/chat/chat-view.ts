import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

export function testChatView(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, press, place, type, enter, pressButton } = steps;
  const { run, notified, textIn, shoot, shootInThemes } = steps;
  let written: Locator;
  const field = () => page().locator('.interactive-session .chat-editor-container');

  it('opens with Rehearsal in its picker', async () => {
    await press('Control+Alt+I');
    await page().locator('.chat-input-picker-item').getByText('Rehearsal').first().waitFor();
  });

  it('shows the call, its argument, its result and the answer', async () => {
    const answer = await ask('what is in README.md?');
    await answer.getByRole('link', { name: 'Read', exact: true }).waitFor();
    const said = answer.getByText('A small workspace in which tools');
    await said.first().waitFor();
    assert.equal(await said.count(), 1, 'the result is collapsed');
    await shootInThemes('chat-answer');
  });

  it('asks before it writes, and writes once a button is pressed', async () => {
    written = await ask('write hello in notes/hello.txt');
    await written.getByRole('link', { name: 'Allow Once' }).waitFor();
    await written.getByText('Waiting for your permission to run workspace:write_file').waitFor();
    await written.getByText('Create notes/hello.txt?').waitFor();
    await written.getByText('+hello').waitFor();
    await shootInThemes('chat-permission');
    await pressButton('Allow Once', 'Shift+Tab');
    await written.getByText('Allowed once.').waitFor();
    await written.getByText('Wrote').waitFor();
    await written.getByText('Waiting for your permission').waitFor({ state: 'detached' });
    assert.equal(await written.getByRole('button', { name: 'Allow' }).count(), 0, 'no button stays');
    await shootInThemes('chat-written');
    assert.match(await textIn('notes/hello.txt'), /^hello\s*$/);
  });

  it('shows what an answer changed, takes it back, and does it again', async () => {
    await written.getByText('Show Changes').waitFor();
    await shootInThemes('chat-undo-offered');
    await pressButton('Undo or Redo Turn', 'Shift+Tab');
    await notified('was undone: 1 file.');
    await shoot('chat-undone');
    await assert.rejects(access(place('notes/hello.txt')), { code: 'ENOENT' });
    await run('Notifications: Clear All Notifications');
    await written.getByText('Undo or Redo Turn').click();
    await notified('was redone: 1 file.');
    await access(place('notes/hello.txt'));
    await run('Notifications: Clear All Notifications');
    await written.getByText('Show Changes').click();
    await page().locator('.multiDiffEntry').getByText('hello', { exact: true }).first().waitFor();
    await shoot('chat-changes');
    await run('View: Close All Editors');
  });

  it('asks how much a yes covers, and why the answer is no', async () => {
    const list = page().locator('.quick-input-widget');
    await field().click();
    const answer = await ask('write plan in notes/plan.txt');
    await answer.getByText('Create notes/plan.txt?').waitFor();
    await pressButton('Allow More…', 'Shift+Tab');
    await list.getByText('notes/**').first().waitFor();
    await shootInThemes('chat-allow-more');
    // The first of the folder's, after four of the file's: the tests after this one want to be asked again.
    for (let at = 0; at < 4; at++) await press('ArrowDown');
    await press('Enter');
    await answer.getByText('Allowed until this answer is complete').waitFor();
    await answer.getByText('Wrote').waitFor();

    await field().click();
    const next = await ask('write other in other.txt');
    await next.getByText('Create other.txt?').waitFor();
    await pressButton('Deny with Reason…', 'Shift+Tab');
    await list.getByText('What the model should know').waitFor();
    await enter('Not there.');
    await next.getByText('Denied.').waitFor();
    await next.getByText('The user says: Not there.').first().waitFor();
  });

  it('lets all calls that wait be answered together', async () => {
    await field().click();
    const answer = await ask('write eight in eight.txt and write nine in nine.txt');
    await answer.getByText('2 calls wait for your permission.').waitFor();
    await answer.getByText('Waiting for your permission to run 2 calls').waitFor();
    await shootInThemes('chat-several');
    await pressButton('Allow All 2 Once', 'Shift+Tab');
    await answer.getByText('Wrote').nth(1).waitFor();
    for (const name of ['eight', 'nine']) assert.match(await textIn(`${name}.txt`), new RegExp(`^${name}`));

    await field().click();
    const next = await ask('write ten in ten.txt and write eleven in eleven.txt');
    await next.getByText('2 calls wait for your permission.').waitFor();
    await pressButton('Deny All 2', 'Shift+Tab');
    await next.getByText('Denied.').nth(1).waitFor();
    await assert.rejects(access(place('ten.txt')), { code: 'ENOENT' });
  });

  it('knows of what a turn did that you stopped', async () => {
    await chooseModel('Rehearsal', 'worker');
    const answer = await ask('Write it.');
    await answer.getByRole('link', { name: 'Allow Once' }).waitFor();
    await pressButton('Allow Once', 'Shift+Tab');
    await answer.getByText('Now I explain it at length').waitFor();
    await field().click();
    await press('Control+Escape');
    await answered();
    await ask('What did you do?');
    await page().getByText('I wrote it, and you stopped me.').first().waitFor();
    await shoot('chat-stopped');
  });

  it('says what a compaction left out, shows it, and takes it back, by its links', async () => {
    await chooseModel('worker', 'gpt-oss-20b');
    for (const story of [1, 2, 3, 4, 5]) {
      await field().click();
      const told = await ask(`Story ${story}, please.`);
      await told.getByText(`Here is story ${story}.`).waitFor();
      await answered();
    }
    const compacted = rowAt(await newest({ hasText: /Compacted: .* left out/ }));
    await compacted.getByText(/Compacted: .* left out/).scrollIntoViewIfNeeded();
    await shootInThemes('chat-compacted');
    await pressLink(compacted, 'Take Back or Leave Out Again');
    await notified('Taken back: from your next message on');
    await run('Notifications: Clear All Notifications');
    await pressLink(compacted, 'Show What Was Left Out');
    const lines = page().locator('.editor-instance .view-lines');
    await lines.getByText('Taken back').first().waitFor();
    await shootInThemes('chat-left-out');
    await pressLink(compacted, 'Take Back or Leave Out Again');
    await notified('the model reads the shorter version again');
    await lines.getByText('Compacted').first().waitFor();
    await run('Notifications: Clear All Notifications');
    await run('View: Close All Editors');
  });

  async function pressLink(row: Locator, link: string): Promise<void> {
    await row.getByRole('link', { name: link }).focus();
    await press('Enter');
  }

  /** Until then, what is sent waits. */
  async function answered(): Promise<void> {
    const session = page().locator('.interactive-session');
    await session.getByRole('button', { name: /^Cancel/ }).waitFor({ state: 'detached' });
  }

  async function chooseModel(from: string, to: string): Promise<void> {
    await page().locator('.chat-input-picker-item').getByText(from).first().click();
    await type(to);
    await page().locator('.action-widget').getByText(to).first().click();
    await page().locator('.chat-input-picker-item').getByText(to).waitFor();
    await field().click();
  }

  /**
   * Types into the chat's field, which has the focus and begins with @converser after the first question.
   *
   * @returns the response
   */
  async function ask(question: string): Promise<Locator> {
    const isAddressed = ((await field().textContent()) ?? '').includes('@converser');
    await type(isAddressed ? question : `@converser ${question}`);
    // Completions of @ and # would take the Enter.
    await press('Escape', 'Enter');
    const request = await newest({ has: page().locator('.interactive-request'), hasText: question });
    return rowAt(request + 1);
  }

  function rowAt(index: number): Locator {
    return page().locator(`.interactive-session .monaco-list-row[data-index="${index}"]`);
  }

  /** The index of the lowest such row, once there is one. The document has the rows of a list in any order. */
  async function newest(row: Parameters<Locator['filter']>[0]): Promise<number> {
    const found = page().locator('.interactive-session .monaco-list-row').filter(row);
    await found.first().waitFor();
    return Math.max(
      ...(await found.evaluateAll(rows => rows.map(each => Number(each.getAttribute('data-index'))))),
    );
  }
}
