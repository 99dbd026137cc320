import assert from 'node:assert/strict';
import type { Theme, Workbench } from '../../workbench/open-workbench.ts';
import { inThemes } from '../../workbench/workbench-actions.ts';
import { seriousFindings } from '../serious-findings.ts';
import { stepsIn } from '../window-steps.ts';

export function testSidebar(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, view, press, goTo, type, enter, pressButton } = steps;
  const { button, asked, answered, run, textIn, shoot } = steps;

  it('opens with its key and takes the focus', async () => {
    await press('Control+Alt+J');
    await view().getByLabel('Message', { exact: true }).waitFor();
    await view().locator('textarea:focus').waitFor();
    await view().getByText('Rehearsal').first().waitFor();
    await shoot('sidebar-welcome');
  });

  it('keeps what you type right after its key, where the focus is there already', async () => {
    const field = view().getByLabel('Message', { exact: true });
    const text = 'what is typed at once';
    for (let times = 0; times < 3; times++) {
      await press('Control+Alt+J');
      await type(text);
      assert.equal(await field.inputValue(), text.repeat(times + 1));
    }
    await field.fill('');
  });

  it('shows the call with its arguments and result, and the answer', async () => {
    await enter('what is in README.md? and roll 3d6+2');
    await view().getByText('A small workspace in which tools').first().waitFor();
    await view().getByText('2 tool calls').waitFor();
    await shoot('sidebar-answer');
  });

  it('asks before it writes, and writes once it is allowed', async () => {
    await enter('write hello in notes/hello.txt');
    await asked();
    await looksGood('sidebar-permission');
    await pressButton('Allow Once');
    await view().getByText('1 tool call', { exact: false }).last().waitFor();
    await answered();
    assert.match(await textIn('notes/hello.txt'), /^hello\s*$/);
  });

  it('shows what writing would change, and writes with Control+Enter', async () => {
    await goTo('Message');
    await enter('write goodbye in notes/hello.txt');
    await view().getByRole('group', { name: 'Overwrite notes/hello.txt?' }).waitFor();
    assert.match(
      (await view().getByRole('group', { name: 'Changes' }).textContent()) ?? '',
      /-hello\n\+goodbye/,
    );
    await looksGood('sidebar-change');
    await press('Control+Enter');
    await answered();
    assert.match(await textIn('notes/hello.txt'), /^goodbye\s*$/);
  });

  it('stops with Escape, and deletes nothing', async () => {
    await goTo('Message');
    await enter('delete notes/hello.txt');
    await asked();
    await press('Escape');
    await button('Try Again').waitFor();
    assert.match(await textIn('notes/hello.txt'), /^goodbye\s*$/);
  });

  it('has no serious finding of axe-core, in any theme', () =>
    open().inEachTheme(theme => looksGoodIn(theme, 'sidebar-stopped')));

  it('finds in the whole conversation with Control+F', async () => {
    await press('Control+F');
    await view().locator('.find input:focus').waitFor();
    await type('goodbye');
    await view()
      .locator('.find-count')
      .filter({ hasText: /^1 of \d+$/ })
      .waitFor();
    await press('Enter');
    await view()
      .locator('.find-count')
      .filter({ hasText: /^2 of \d+$/ })
      .waitFor();
    await looksGood('sidebar-find');
    await press('Escape');
    await view().locator('.find').waitFor({ state: 'detached' });
  });

  it('begins a new conversation from the palette, with the focus in its field', async () => {
    await page().locator('.editor-group-container').click();
    await run('Converser: New Conversation');
    await button('Roll 3d6+2', { exact: true }).waitFor();
    await view().locator('textarea:focus').waitFor();
  });

  const looksGood = (name: string) => inThemes(open(), theme => looksGoodIn(theme, name));

  async function looksGoodIn(theme: Theme, name: string): Promise<void> {
    await shoot(`${name}-${theme}`);
    assert.deepEqual(await seriousFindings(view()), [], theme);
  }
}
