import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { eventually, often } from '../../eventually.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserEditor, frameOf, inThemes, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { seriousFindings } from '../serious-findings.ts';
import { stepsIn } from '../window-steps.ts';

const toSidebar = 'Converser: Focus on Conversation View';

/** The same page is in the sidebar and in a tab of the editors. */
export function testTabs(open: () => Workbench): void {
  const side = stepsIn(open);
  const tab = stepsIn(open, converserEditor);
  const { page, press, run, textIn } = side;
  const titled = (name: string | RegExp) => page().getByRole('tab', { name }).first().waitFor();
  /** A page that lost the focus still knows which of its elements had it. */
  const hasFocus = async (view: FrameLocator) => {
    const frame = await frameOf(view);
    await eventually(often, () => frame.evaluate(() => document.hasFocus()));
  };
  const toSide = async () => {
    await run(toSidebar);
    await hasFocus(side.view());
    // The field's key leads to the page that had the focus last.
    await side.view().locator('textarea:focus').waitFor();
  };
  const toTab = async () => {
    await press('Control+1');
    await hasFocus(tab.view());
    await tab.comeToField();
  };

  it('is moved to a tab, and goes on there', async () => {
    await side.begin();
    await side.send('roll 1d1+7');
    await side.view().getByText('1 tool call').waitFor();
    await side.answered();
    await run('Converser: Open in Editor');
    await titled(/^roll 1d1\+7/);
    await tab.view().getByText('1 tool call').waitFor();
    await side.view().locator('.welcome').waitFor();
    await tab.send('roll 1d1+8');
    await tab.view().getByText('Rolled 1d1+8').first().waitFor();
    await tab.answered();
  });

  it('asks its own questions while the sidebar asks others', async () => {
    await tab.send('write tab in notes/tab.txt');
    await tab.asked();
    await titled(/^Waiting for You: roll 1d1\+7/);
    await toSide();
    await side.send('write side in notes/side.txt');
    await side.asked();
    assert.equal(await tab.view().getByText('notes/side.txt').count(), 0);
    assert.equal(await side.view().getByText('notes/tab.txt').count(), 0);
    await inThemes(open(), async theme => {
      await takeScreenshot(page(), `tab-beside-sidebar-${theme}`);
      assert.deepEqual(await seriousFindings(tab.view(), 'editor'), [], theme);
    });
    await toTab();
    await press('Control+Enter');
    await tab.answered();
    assert.match(await textIn('notes/tab.txt'), /^tab\s*$/);
    await side.asked();
    assert.equal(await textIn('notes/side.txt'), '');
    await toSide();
    // Downwards, the tab comes first, once or more often.
    await side.pressButton('Allow Once', 'Shift+Tab');
    await side.answered();
    assert.match(await textIn('notes/side.txt'), /^side\s*$/);
  });

  it('is stopped by its own command, and comes back with its tab when the window reloads', async () => {
    await toTab();
    await tab.send('write stopped in notes/stopped.txt');
    await tab.asked();
    await run('Converser: Stop Response');
    await tab.answered();
    await side.reloadWindow();
    await titled(/^roll 1d1\+7/);
    await tab.view().getByText('notes/tab.txt').first().waitFor();
    await side.view().getByText('notes/side.txt').first().waitFor();
  });

  it('moves back to the sidebar', async () => {
    await toTab();
    await run('Converser: Move to Sidebar');
    await side.view().getByText('notes/tab.txt').first().waitFor();
    await page()
      .getByRole('tab', { name: /^roll 1d1\+7/ })
      .waitFor({ state: 'detached' });
    await side.comeToField();
  });
}
