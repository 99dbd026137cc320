import assert from 'node:assert/strict';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { patience } from '../../workbench/shown-at-last.ts';
import { frameOf } from '../../workbench/workbench-actions.ts';
import { stepsIn } from '../window-steps.ts';

export function testPalette(open: () => Workbench): void {
  const { page, view, press, write, button, run, title, shoot } = stepsIn(open);

  it('runs a tool by hand, with a form made from its schema', async () => {
    await run('Converser: Show or Run Tools…');
    await pick('probability:roll');
    const input = page().locator('.quick-input-widget input[type="text"]');
    await page().locator('.quick-input-title').getByText('probability:roll (1/2)').waitFor();
    await shoot('palette-form');
    await input.fill('2d1+3');
    await press('Enter');
    await page().locator('.quick-input-title').getByText('probability:roll (2/2)').waitFor();
    await press('Enter');
    await view().getByText('2 rounds · 1 tool call').last().waitFor();
    await view().getByText('🎲 5 (1, 1)').first().waitFor();
  });

  it('asks for many optional arguments of a tool only if you want to set them', async () => {
    await run('Converser: Show or Run Tools…');
    const palette = page().locator('.quick-input-widget');
    const input = palette.locator('input[type="text"]');
    const heading = palette.locator('.quick-input-title');
    // The list draws only what is in view.
    await palette.locator('.monaco-list-row').first().waitFor();
    await input.fill('search_text');
    await pick('workspace:search_text');
    await palette.getByText('query: Within one line').waitFor();
    assert.equal(await heading.textContent(), 'workspace:search_text (1/1)');
    await input.fill('tools');
    await press('Enter');
    await palette.locator('.monaco-list-row').getByText('case_sensitive').waitFor();
    await shoot('palette-optional');
    await input.fill('glob');
    await palette.locator('.monaco-list-row').first().click();
    await press('Enter');
    await palette.getByText('glob (optional)').waitFor();
    await input.fill('*.md');
    await press('Enter');
    await view().getByText('/invoke workspace:search_text {"query":"tools","glob":"*.md"}').waitFor();
  });

  it('disables an ensemble, whose tools are then gone, and enables it again', async () => {
    const tools = button(/^Tools: \d+ on/);
    const all = Number(/\d+/.exec((await tools.getAttribute('aria-label')) ?? '')?.[0]);
    await toggleEnsemble('Clock');
    await button(new RegExp(`^Tools: ${all - 4} on`)).waitFor();
    await toggleEnsemble('Clock');
    await button(new RegExp(`^Tools: ${all} on`)).waitFor();
  });

  it('lets the model be chosen', async () => {
    await run('Converser: Choose Model…');
    await pick('Rehearsal');
    await button(/^Model: Rehearsal/).waitFor();
  });

  it('is behind /tools and /model in the field, which need no model', async () => {
    for (const [command, shown] of [
      ['/tools', 'Tools'],
      ['/model', 'Sidebar Model'],
    ] as const) {
      await write(command.slice(0, 3));
      await view().getByRole('option', { name: command }).waitFor();
      await press('Enter', 'Enter');
      await title(shown).waitFor();
      await press('Escape');
    }
  });

  it('puts the selection of an editor into a question', async () => {
    await press('Control+P');
    await page().locator('.quick-input-widget input[type="text"]').fill('hello.ts');
    await pick('hello.ts');
    await page().locator('.editor-instance .monaco-editor.focused').waitFor();
    await write('My draft');
    await press('Control+1');
    await page().locator('.editor-instance .monaco-editor.focused').waitFor();
    await press('Control+A');
    await run('Converser: Ask About Selection');
    await view().locator('textarea:focus').waitFor();
    // The field has the focus as soon as the sidebar opens, and the selection follows.
    const frame = await frameOf(view());
    const written = await frame.waitForFunction(() => {
      const value = document.querySelector('textarea')?.value ?? '';
      return value.includes('hello.ts') && value;
    });
    assert.match(String(await written.jsonValue()), /^My draft @src\/hello\.ts:1-\d+ $/);
    await view().getByRole('listitem').getByText('hello.ts').waitFor();
  });

  it('adds a file of the workspace to the message, and comes back to the field', async () => {
    await write('What is in');
    const openList = async () => {
      await button('Add context').click(patience);
      await page().locator('.quick-input-title').getByText('Add Context').waitFor(patience);
      await shoot('palette-context');
      await page().locator('.quick-input-widget input[type="text"]').fill('README', patience);
      return true;
    };
    // Whatever takes the focus late, from the command before, closes the list: a person opens it again.
    while (!(await openList().catch(() => false)));
    await pick('README.md');
    const frame = await frameOf(view());
    await frame.waitForFunction(() => document.querySelector('textarea')?.value === 'What is in @README.md ');
    await view().locator('textarea:focus').waitFor();
    await view().locator('textarea').fill('');
  });

  it('shows the log', async () => {
    await run('Converser: Show Log');
    const channel = page().locator('.part.panel').getByRole('combobox');
    await channel.waitFor();
    assert.equal(await channel.inputValue(), 'Converser');
  });

  async function toggleEnsemble(title: string): Promise<void> {
    await run('Converser: Enable or Disable Ensembles…');
    const entry = page().locator('.quick-input-list .monaco-list-row').filter({ hasText: title });
    await entry.getByRole('checkbox').click();
    await page().locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
  }

  /** Takes the first entry of the quick pick that is open whose label holds the text. */
  async function pick(text: string): Promise<void> {
    const entry = page()
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: page().locator('.label-name').getByText(text) });
    await entry.first().click();
  }
}
