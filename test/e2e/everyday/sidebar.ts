import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { FrameLocator, Page } from 'playwright-core';
import type { Theme, Workbench } from '../../workbench/open-workbench.ts';
import {
  converserView,
  frameOf,
  inThemes,
  runCommand,
  takeScreenshot,
} from '../../workbench/workbench-actions.ts';
import { pressUntilFocused } from '../keyboard.ts';

/** @param open gives the window in which these tests run */
export function testSidebar(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(() => {
    workbench = open();
    page = workbench.page;
    view = converserView(page);
  });

  it('opens with its key and takes the focus', async () => {
    await page.keyboard.press('Control+Alt+J');
    await view.getByLabel('Message', { exact: true }).waitFor();
    await view.locator('textarea:focus').waitFor();
    await view.getByText('Rehearsal').first().waitFor();
    await takeScreenshot(page, 'sidebar-welcome');
  });

  it('keeps what you type right after its key, where the focus is there already', async () => {
    const field = view.getByLabel('Message', { exact: true });
    const text = 'what is typed at once';
    for (let times = 0; times < 3; times++) {
      await page.keyboard.press('Control+Alt+J');
      await page.keyboard.type(text);
      assert.equal(await field.inputValue(), text.repeat(times + 1));
    }
    await field.fill('');
  });

  it('shows the call with its arguments and result, and the answer', async () => {
    await page.keyboard.type('what is in README.md? and roll 3d6+2');
    await page.keyboard.press('Enter');
    await view.getByText('A small workspace in which tools').first().waitFor();
    await view.getByText('2 tool calls').waitFor();
    await takeScreenshot(page, 'sidebar-answer');
  });

  it('asks before it writes, and writes once it is allowed', async () => {
    await page.keyboard.type('write hello in notes/hello.txt');
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Allow Once' }).waitFor();
    await looksGood('sidebar-permission');
    await pressUntilFocused(page, 'Tab', 'Allow Once');
    await page.keyboard.press('Enter');
    await view.getByText('1 tool call', { exact: false }).last().waitFor();
    await view.getByLabel('Stop', { exact: true }).waitFor({ state: 'detached' });
    assert.match(await readFile(path.join(workbench.folder, 'notes/hello.txt'), 'utf8'), /^hello\s*$/);
  });

  it('shows what writing would change, and writes with Control+Enter', async () => {
    await pressUntilFocused(page, 'Tab', 'Message');
    await page.keyboard.type('write goodbye in notes/hello.txt');
    await page.keyboard.press('Enter');
    await view.getByRole('group', { name: 'Overwrite notes/hello.txt?' }).waitFor();
    assert.match(
      (await view.getByRole('group', { name: 'Changes' }).textContent()) ?? '',
      /-hello\n\+goodbye/,
    );
    await looksGood('sidebar-change');
    await page.keyboard.press('Control+Enter');
    await view.getByLabel('Stop', { exact: true }).waitFor({ state: 'detached' });
    assert.match(await readFile(path.join(workbench.folder, 'notes/hello.txt'), 'utf8'), /^goodbye\s*$/);
  });

  it('stops with Escape, and deletes nothing', async () => {
    await pressUntilFocused(page, 'Tab', 'Message');
    await page.keyboard.type('delete notes/hello.txt');
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Allow Once' }).waitFor();
    await page.keyboard.press('Escape');
    await view.getByRole('button', { name: 'Try Again' }).waitFor();
    assert.match(await readFile(path.join(workbench.folder, 'notes/hello.txt'), 'utf8'), /^goodbye\s*$/);
  });

  it('has no serious finding of axe-core, in any theme', () =>
    workbench.inEachTheme(theme => looksGoodIn(theme, 'sidebar-stopped')));

  it('finds in the whole conversation with Control+F', async () => {
    await page.keyboard.press('Control+F');
    await view.locator('.find input:focus').waitFor();
    await page.keyboard.type('goodbye');
    await view
      .locator('.find-count')
      .filter({ hasText: /^1 of \d+$/ })
      .waitFor();
    await page.keyboard.press('Enter');
    await view
      .locator('.find-count')
      .filter({ hasText: /^2 of \d+$/ })
      .waitFor();
    await looksGood('sidebar-find');
    await page.keyboard.press('Escape');
    await view.locator('.find').waitFor({ state: 'detached' });
  });

  it('begins a new conversation from the palette, with the focus in its field', async () => {
    await page.locator('.editor-group-container').click();
    await runCommand(page, 'Converser: New Conversation');
    await view.getByRole('button', { name: 'Roll 3d6+2', exact: true }).waitFor();
    await view.locator('textarea:focus').waitFor();
  });

  const looksGood = (name: string) => inThemes(workbench, theme => looksGoodIn(theme, name));

  async function looksGoodIn(theme: Theme, name: string): Promise<void> {
    await takeScreenshot(page, `${name}-${theme}`);
    assert.deepEqual(await seriousFindings(view), [], theme);
  }
}

/** What axe-core finds in the page of the sidebar that is serious or critical, by rule and place. */
async function seriousFindings(view: FrameLocator): Promise<readonly string[]> {
  const frame = await frameOf(view);
  await frame.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  // VS Code paints what is behind the page, which axe-core cannot see and takes for white.
  await frame.evaluate(() => {
    document.body.style.backgroundColor = 'var(--vscode-sideBar-background)';
  });
  const { violations } = await frame.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
