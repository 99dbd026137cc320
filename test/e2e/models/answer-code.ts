import assert from 'node:assert/strict';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserEditor } from '../../workbench/workbench-actions.ts';
import { stepsIn } from '../window-steps.ts';
import { chooseModel, paidModel, workingModel } from './choose-model.ts';

/** @param open gives a window in whose sidebar the model "worker" answers */
export function testAnswerCode(open: () => Workbench): void {
  const { page, view, press, begin, send, pressButton, button, textIn, shoot, shootInThemes } = stepsIn(open);

  before(async () => {
    await begin();
    await chooseModel(view(), workingModel);
  });

  // The next ones begin with the model of those before.
  after(() => chooseModel(view(), paidModel));

  const written = () => textIn('notes/greet.ts');
  const apply = () =>
    page().locator('.notification-toast').getByRole('button', { name: 'Apply', exact: true });

  /** The tab of the comparison has another name. */
  const fileShown = () => page().locator('.tab.active').getByText('greet.ts', { exact: true }).waitFor();

  it('has its colours, and becomes a file once you have seen it, by keyboard alone', async () => {
    await send('Show me code.');
    await view().locator('.hljs-keyword').first().waitFor();
    await view().locator('.katex-display').waitFor();
    await shootInThemes('answer-code');
    await pressButton('Apply code (ts)…', 'Shift+Tab');
    await page().locator('.notification-toast').getByText('Create notes/greet.ts').waitFor();
    await page().locator('.monaco-diff-editor .modified').getByText('Hello, ').first().waitFor();
    await shoot('answer-code-create');
    await apply().press('Enter');
    await fileShown();
    assert.match(await written(), /^export function greet[\s\S]*greet\(name\)\];\n$/);
  });

  it('shows what a diff would change in the file before it does, and can be taken back', async () => {
    await send('Make it friendlier.');
    await view().locator('.code-block .added').first().waitFor();
    await shootInThemes('answer-diff');
    await pressButton('Apply code (diff)…', 'Shift+Tab');
    await page().locator('.notification-toast').getByText('Change notes/greet.ts').waitFor();
    await page().locator('.monaco-diff-editor .modified').getByText('dear').first().waitFor();
    await shootInThemes('answer-diff-shown');
    assert.doesNotMatch(await written(), /dear/);
    await apply().press('Enter');
    await fileShown();
    const editor = page().locator('.editor-instance .view-lines').first();
    await editor.getByText('dear').first().waitFor();
    await editor.click();
    await press('Control+z');
    await editor.getByText('dear').first().waitFor({ state: 'detached' });
  });

  it('is a picture on wish, if it is a diagram', async () => {
    await button('Show diagram as a picture').press('Enter');
    await converserEditor(page()).getByRole('img', { name: 'Diagram' }).getByText('Dear?').waitFor();
    await shootInThemes('answer-diagram');
  });
}
