import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import {
  converserEditor,
  converserView,
  takeScreenshot,
  takeScreenshots,
} from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { pressUntilFocused } from '../keyboard.ts';
import { writeMessage } from '../message-field.ts';
import { chooseModel, paidModel, workingModel } from './choose-model.ts';

/** @param open gives a window in whose sidebar the model "worker" answers */
export function testAnswerCode(open: () => Workbench): void {
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

  const written = () => readFile(path.join(workbench.folder, 'notes/greet.ts'), 'utf8');
  const apply = () => page.locator('.notification-toast').getByRole('button', { name: 'Apply', exact: true });

  /** The tab of the comparison has another name. */
  const fileShown = () => page.locator('.tab.active').getByText('greet.ts', { exact: true }).waitFor();

  async function ask(question: string): Promise<void> {
    await writeMessage(page, view, question);
    await page.keyboard.press('Enter');
  }

  it('has its colours, and becomes a file once you have seen it, by keyboard alone', async () => {
    await ask('Show me code.');
    await view.locator('.hljs-keyword').first().waitFor();
    await view.locator('.katex-display').waitFor();
    await takeScreenshots(workbench, 'answer-code');
    await pressUntilFocused(page, 'Shift+Tab', 'Apply code (ts)…');
    await page.keyboard.press('Enter');
    await page.locator('.notification-toast').getByText('Create notes/greet.ts').waitFor();
    await page.locator('.monaco-diff-editor .modified').getByText('Hello, ').first().waitFor();
    await takeScreenshot(page, 'answer-code-create');
    await apply().press('Enter');
    await fileShown();
    assert.match(await written(), /^export function greet[\s\S]*greet\(name\)\];\n$/);
  });

  it('shows what a diff would change in the file before it does, and can be taken back', async () => {
    await ask('Make it friendlier.');
    await view.locator('.code-block .added').first().waitFor();
    await takeScreenshots(workbench, 'answer-diff');
    await pressUntilFocused(page, 'Shift+Tab', 'Apply code (diff)…');
    await page.keyboard.press('Enter');
    await page.locator('.notification-toast').getByText('Change notes/greet.ts').waitFor();
    await page.locator('.monaco-diff-editor .modified').getByText('dear').first().waitFor();
    await takeScreenshots(workbench, 'answer-diff-shown');
    assert.doesNotMatch(await written(), /dear/);
    await apply().press('Enter');
    await fileShown();
    const editor = page.locator('.editor-instance .view-lines').first();
    await editor.getByText('dear').first().waitFor();
    await editor.click();
    await page.keyboard.press('Control+z');
    await editor.getByText('dear').first().waitFor({ state: 'detached' });
  });

  it('is a picture on wish, if it is a diagram', async () => {
    await view.getByRole('button', { name: 'Show diagram as a picture' }).press('Enter');
    await converserEditor(page).getByRole('img', { name: 'Diagram' }).getByText('Dear?').waitFor();
    await takeScreenshots(workbench, 'answer-diagram');
  });
}
