import assert from 'node:assert/strict';
import { sidebarState } from '../../sidebar/sidebar-states.ts';
import { sidebarPages } from './open-sidebar-page.ts';
import { asking, opening, rolledBack } from './scenes.ts';

describe('the composer in the sidebar’s page', () => {
  const open = sidebarPages();

  it('lets you choose model and tools by keyboard', async () => {
    const sidebar = await open();
    const { page } = sidebar;
    await sidebar.tell({ type: 'state', state: sidebarState() }, { type: 'focus' });
    await sidebar.posts();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.deepEqual(await sidebar.posts(), [{ type: 'new-conversation' }]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('vscode-checkbox:focus').first().waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.deepEqual(await sidebar.posts(), [
      { type: 'enable-ensemble', name: 'workspace', enabled: false },
      { type: 'enable-invoker', fullName: 'workspace:read_file', enabled: false },
    ]);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('[role=dialog]').count(), 0);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.locator('[role=option]:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.deepEqual(await sidebar.posts(), [{ type: 'choose-model', reference: 'copilot/claude-opus' }]);
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Model: Rehearsal',
    );
  });

  it('leaves the focus where you type when a question appears', async () => {
    const sidebar = await open();
    await sidebar.tell(
      { type: 'state', state: sidebarState({ turn: opening, running: true }) },
      { type: 'focus' },
    );
    await sidebar.page.keyboard.type('Next I want');
    await sidebar.show(asking);
    await sidebar.page.keyboard.type(' to');
    assert.equal(await sidebar.page.locator('textarea').inputValue(), 'Next I want to');
  });

  it('suggests what MCP servers offer, with the focus in the field', async () => {
    const sidebar = await open();
    const { page } = sidebar;
    await sidebar.tell({ type: 'state', state: sidebarState({ canAttach: true }) }, { type: 'focus' });
    await sidebar.posts();
    await page.keyboard.type('see @wea');
    const asked = (await sidebar.posts()).at(-1);
    assert.deepEqual(asked?.type === 'complete' && asked.text, 'see @wea');
    const items = ['@weather:oslo', '@weather:bergen'].map(label => ({
      label,
      detail: '',
      insert: `${label} `,
    }));
    const request = asked?.type === 'complete' ? asked.request : 0;
    await sidebar.tell({ type: 'completions', request: request - 1, start: 4, items: [] });
    await sidebar.tell({ type: 'completions', request, start: 4, items });
    const field = page.getByLabel('Message', { exact: true });
    assert.equal(await field.getAttribute('aria-activedescendant'), 'completion-0');
    assert.deepEqual(await sidebar.accessibilityFindings(), []);
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.locator('[role=option][aria-selected=true]').getAttribute('id'), 'completion-1');
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), 'see @weather:bergen ');
    assert.equal(await page.getByRole('listbox').count(), 0);
    await page.getByRole('button', { name: 'Attach MCP resource' }).click();
    assert.deepEqual((await sidebar.posts()).at(-1), { type: 'attach' });
    await sidebar.tell({ type: 'insert', text: '@weather:oslo' });
    assert.equal(await field.inputValue(), 'see @weather:bergen @weather:oslo ');
  });

  it('offers examples, and tries a turn again that was rolled back', async () => {
    const sidebar = await open();
    await sidebar.show(sidebarState());
    await sidebar.posts();
    await sidebar.page.getByRole('button', { name: 'Roll 3d6+2' }).click();
    await sidebar.show(rolledBack('failed'));
    await sidebar.page.getByRole('button', { name: 'Show Log' }).click();
    await sidebar.page.getByRole('button', { name: 'Try Again' }).click();
    assert.deepEqual(await sidebar.posts(), [
      { type: 'send', text: 'Roll 3d6+2' },
      { type: 'show-log' },
      { type: 'send', text: 'What is in README.md? And roll 3d6+2 for me.' },
    ]);
  });

  it('takes text that the extension composes', async () => {
    const sidebar = await open();
    await sidebar.tell({ type: 'compose', text: 'Explain this' }, { type: 'state', state: sidebarState() });
    await sidebar.page.waitForFunction(() => document.querySelector('textarea')?.value === 'Explain this');
    assert.equal(await sidebar.page.evaluate(() => document.activeElement?.localName), 'textarea');
  });
});
