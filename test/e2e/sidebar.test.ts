import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { AxeResults } from 'axe-core';
import type { FrameLocator, Page } from 'playwright-core';
import { openWorkbench, type Workbench } from '../workbench/open-workbench.ts';
import {
  converserView,
  runCommand,
  takeScreenshot,
  takeScreenshots,
} from '../workbench/workbench-actions.ts';
import { pressUntilFocused } from './keyboard.ts';

describe('the sidebar in VS Code, by keyboard alone', () => {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(async function () {
    this.timeout(240_000);
    workbench = await openWorkbench();
    page = workbench.page;
    view = converserView(page);
  });

  after(async () => {
    await workbench?.close();
  });

  it('opens with its key and takes the focus', async () => {
    await page.keyboard.press('Control+Alt+J');
    await view.getByLabel('Message').waitFor();
    await view.locator('textarea:focus').waitFor();
    await view.getByText('Rehearsal').first().waitFor();
    await takeScreenshot(page, 'sidebar-welcome');
  });

  it('shows the call with its arguments and result, and the answer', async () => {
    await page.keyboard.type('what is in README.md? and roll 3d6+2');
    await page.keyboard.press('Enter');
    await view.getByText('A small workspace in which tools').first().waitFor();
    await view.getByText('2 tool calls').waitFor();
    await takeScreenshots(workbench, 'sidebar-answer');
  });

  it('asks before it writes, and writes once it is allowed', async () => {
    await page.keyboard.type('write hello in notes/hello.txt');
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Allow Once' }).waitFor();
    await looksGood('sidebar-permission');
    await pressUntilFocused(page, 'Tab', 'Allow Once');
    await page.keyboard.press('Enter');
    await view.getByText('1 tool call', { exact: false }).last().waitFor();
    await view.getByLabel('Stop').waitFor({ state: 'detached' });
    assert.match(await readFile(path.join(workbench.folder, 'notes/hello.txt'), 'utf8'), /^hello\s*$/);
  });

  it('stops with Escape, and says that the turn is no part of the conversation', async () => {
    await pressUntilFocused(page, 'Tab', 'Message');
    await page.keyboard.type('delete notes/hello.txt');
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Allow Once' }).waitFor();
    await page.keyboard.press('Escape');
    await view.getByRole('button', { name: 'Try Again' }).waitFor();
    assert.match(await readFile(path.join(workbench.folder, 'notes/hello.txt'), 'utf8'), /^hello\s*$/);
  });

  it('has no serious finding of axe-core, in any theme', () => looksGood('sidebar-stopped'));

  it('begins a new conversation from the palette', async () => {
    await runCommand(page, 'Converser: New Conversation');
    await view.getByRole('button', { name: 'Roll 3d6+2', exact: true }).waitFor();
  });

  async function looksGood(name: string): Promise<void> {
    await workbench.inEachTheme(async theme => {
      await takeScreenshot(page, `${name}-${theme}`);
      assert.deepEqual(await seriousFindings(view), [], theme);
    });
  }
});

describe('the sidebar in VS Code, opened by its icon', () => {
  let workbench: Workbench;

  before(async function () {
    this.timeout(240_000);
    workbench = await openWorkbench();
  });

  after(async () => {
    await workbench?.close();
  });

  it('has the focus in its field', async () => {
    const { page } = workbench;
    const view = converserView(page);
    await page.locator('.activitybar a[aria-label^="Converser"]').click();
    await view.locator('textarea:focus').waitFor();
    await page.keyboard.type('roll 1d1');
    await page.keyboard.press('Enter');
    await view.getByText('1 tool call').waitFor();
  });
});

/** What axe-core finds in the page of the sidebar that is serious or critical, by rule and place. */
async function seriousFindings(view: FrameLocator): Promise<readonly string[]> {
  const body = await view.locator('body').elementHandle();
  const frame = await body?.ownerFrame();
  assert.ok(frame);
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
