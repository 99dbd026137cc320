import type { Locator } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

const focusOnEnsembles = 'Converser: Focus on Ensembles View';
const command = '/invoke probability:roll {"dice": "1d1"}';

export function testToolsTree(open: () => Workbench): void {
  const { page, view, press, send, openSidebar, answered, run, shootInThemes } = stepsIn(open);

  const row = (name: RegExp) => page().getByRole('treeitem', { name });

  async function invoke(): Promise<void> {
    await send(command);
    await answered();
  }

  it('are ticked at first', async () => {
    await openSidebar();
    await run(focusOnEnsembles);
    await row(/^Probability, ready/).waitFor();
    // A view that is empty still does not take the focus.
    await run(focusOnEnsembles);
    await walkTo(row(/^Probability, ready/));
    await press('ArrowRight');
    await walkTo(row(/^roll, read-only, on demand/));
    await row(/^roll, /)
      .getByRole('checkbox', { checked: true })
      .waitFor();
  });

  it('are unticked with the space bar, and then no model is offered the tool', async () => {
    await press('Space');
    await row(/^roll, read-only, off$/)
      .getByRole('checkbox', { checked: false })
      .waitFor();
    await row(/^Probability, ready, 3 of 4 tools/).waitFor();
    await shootInThemes('tools-tree');
    await invoke();
    await view().locator('.invocation-toggle').last().click();
    await view()
      .getByText(/probability:roll is switched off by the setting/)
      .first()
      .waitFor();
  });

  it('are managed from the keyboard with the menu of their row, as their ensembles are', async () => {
    await run(focusOnEnsembles);
    const title = page().locator('.quick-input-title');
    for (const [name, action, label] of [
      [/^roll, read-only, off$/, 'Enable', 'probability:roll'],
      [/^Probability, ready/, 'Disable', 'Probability: ready'],
    ] as const) {
      await walkTo(row(name));
      await press('Shift+F10');
      await page().getByRole('menuitem', { name: 'Manage…' }).waitFor();
      await press('ArrowDown', 'Enter');
      await title.getByText(label).waitFor();
      await page().locator('.quick-input-list .monaco-list-row').filter({ hasText: action }).waitFor();
      await shootInThemes(`tools-tree-${action.toLowerCase()}`);
      await press('Escape');
      await title.waitFor({ state: 'hidden' });
    }
  });

  it('show what models are told of them, from the same menu', async () => {
    await run(focusOnEnsembles);
    await walkTo(row(/^roll, read-only, off$/));
    await press('Shift+F10');
    await page().getByRole('menuitem', { name: 'Manage…' }).waitFor();
    await press('ArrowDown', 'Enter');
    await page().locator('.quick-input-title').getByText('probability:roll').waitFor();
    await page().keyboard.type('Show Definition');
    await press('Enter');
    await page().locator('.view-line').getByText('"openai"').waitFor();
    await shootInThemes('tools-tree-definition');
    await run('View: Close All Editors');
  });

  it('are ticked again, and then it is', async () => {
    await run(focusOnEnsembles);
    await walkTo(row(/^roll, read-only, off$/));
    await press('Space');
    await row(/^roll, read-only, on demand/).waitFor();
    await invoke();
    await view().getByText('🎲 1 (1)').first().waitFor();
  });

  /** Goes through the tree, from top to bottom, until a row has the focus. */
  async function walkTo(wanted: Locator): Promise<void> {
    await wanted.waitFor();
    await page().locator('.monaco-list:focus').filter({ has: wanted }).waitFor();
    await press('Home');
    for (let presses = 0; presses < 40; presses++) {
      if (/\bfocused\b/.test((await wanted.getAttribute('class')) ?? '')) return;
      await press('ArrowDown');
    }
    throw new Error(`${wanted} was not reached.`);
  }
}
