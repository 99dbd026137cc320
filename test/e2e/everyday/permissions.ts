import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, runCommand, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { pressUntilFocused } from '../keyboard.ts';
import { comeToField, writeMessage } from '../message-field.ts';

/** @param open gives the window in which these tests run */
export function testPermissions(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(async () => {
    workbench = open();
    page = workbench.page;
    view = converserView(page);
    await beginConversation(page, view);
  });

  const ask = async (text: string) => {
    await writeMessage(page, view, text);
    await page.keyboard.press('Enter');
  };
  const asked = () => view.getByRole('button', { name: 'Allow Once' }).waitFor();
  const done = () => view.getByLabel('Stop', { exact: true }).waitFor({ state: 'detached' });
  const written = (file: string) => readFile(path.join(workbench.folder, file), 'utf8').catch(() => '');

  it('are given for a folder and the workspace, and hold there', async () => {
    await ask('write one in plans/one.txt');
    await asked();
    await pressUntilFocused(page, 'Tab', 'Allow More…');
    await page.keyboard.press('Enter');
    await view.getByLabel('Which calls').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await takeScreenshot(page, 'permission-more');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await done();
    assert.match(await written('plans/one.txt'), /^one\s*$/);

    await ask('write two in plans/two.txt');
    await view.getByText('plans/two.txt').first().waitFor();
    await done();
    assert.match(await written('plans/two.txt'), /^two\s*$/);
  });

  it('are refused elsewhere with a reason, which the model is told', async () => {
    await ask('write three in three.txt');
    await asked();
    await pressUntilFocused(page, 'Tab', 'Deny with Reason…');
    await page.keyboard.press('Enter');
    await view.locator('.why-not input:focus').waitFor();
    await page.keyboard.type('Put it into the folder plans.');
    await takeScreenshot(page, 'permission-reason');
    await page.keyboard.press('Enter');
    await done();
    await view.getByText('The user says: Put it into the folder plans.').first().waitFor();
    assert.equal(await written('three.txt'), '');
  });

  it('are listed, and taken back', async () => {
    await runCommand(page, 'Converser: Permissions');
    const list = page.locator('.quick-input-widget');
    await list.getByText('workspace:write_file(plans/**)').waitFor();
    await takeScreenshot(page, 'permission-list');
    await page.keyboard.type('plans');
    await page.keyboard.press('Enter');
    await list.getByText('Take Back').first().waitFor();
    await page.keyboard.press('Enter');
    await list.getByText('Ask about changes').waitFor();
    assert.equal(await list.getByText('plans/**').count(), 0);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });

    await ask('write four in plans/four.txt');
    await asked();
    await pressUntilFocused(page, 'Tab', 'Deny');
    await page.keyboard.press('Enter');
    await done();
    assert.equal(await written('plans/four.txt'), '');
  });

  it('are asked for each time where you protect a place, also before it is read, and listed with it', async () => {
    await mkdir(path.join(workbench.folder, 'guarded'), { recursive: true });
    await writeFile(path.join(workbench.folder, 'guarded', 'plan.txt'), 'A plan of mine.');
    await ask('what is in guarded/plan.txt?');
    await asked();
    await view
      .locator('.permission-reason')
      .getByText('it matches guarded/** in the setting converser.protectedPlaces')
      .waitFor();
    assert.equal(await view.getByRole('button', { name: 'Allow More…' }).count(), 0);
    await takeScreenshot(page, 'permission-protected');
    await pressUntilFocused(page, 'Tab', 'Deny');
    await page.keyboard.press('Enter');
    await done();
    assert.equal(await view.getByText('A plan of mine.').count(), 0);

    await runCommand(page, 'Converser: Permissions');
    const list = page.locator('.quick-input-widget');
    await list.getByText('Protected places').waitFor();
    await takeScreenshot(page, 'permission-list-protected');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await comeToField(page, view);
  });

  it('are for the arguments that you change, which are checked, shown, and what runs', async () => {
    await ask('write five in five.txt');
    await asked();
    await pressUntilFocused(page, 'Tab', 'Edit…');
    await page.keyboard.press('Enter');
    const field = view.getByLabel('Arguments, as JSON');
    await view.locator('.edit-arguments textarea:focus').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"path": 5, "content": "changed"}');
    await page.keyboard.press('Control+Enter');
    await view.getByRole('alert').getByText('path').waitFor();
    await view.locator('.edit-arguments textarea:focus').waitFor();
    await takeScreenshot(page, 'permission-edit-mistake');
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"path": "changed.txt", "content": "changed"}');
    await page.keyboard.press('Control+Enter');
    await view.locator('.permission-reason').getByText('You changed the arguments.').waitFor();
    await field.waitFor({ state: 'detached' });
    await takeScreenshot(page, 'permission-edit');
    await view.locator('.permission:focus').waitFor();
    await page.keyboard.press('Control+Enter');
    await done();
    assert.deepEqual([await written('changed.txt'), await written('five.txt')], ['changed', '']);
    await view.getByText('The user changed the arguments to').first().waitFor();
    await takeScreenshot(page, 'permission-edited');
  });

  it('are given to several calls at once', async () => {
    await ask('write six in six.txt and write seven in seven.txt');
    await view.locator('.review').getByText('2 calls wait for your permission').waitFor();
    await view.locator('.review:focus').waitFor();
    await pressUntilFocused(page, 'Tab', 'Select: Create six.txt?');
    await page.keyboard.press('Space');
    await takeScreenshot(page, 'permission-review');
    await pressUntilFocused(page, 'Tab', 'Allow 1 Selected Once');
    await page.keyboard.press('Enter');
    await asked();
    await pressUntilFocused(page, 'Tab', 'Deny');
    await page.keyboard.press('Enter');
    await done();
    assert.equal(await written('six.txt'), '');
    assert.match(await written('seven.txt'), /^seven\s*$/);
  });
}
