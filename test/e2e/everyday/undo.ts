import assert from 'node:assert/strict';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

export function testUndo(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, view, press, place, type, enter, begin, comeToField, send, pressButton } = steps;
  const { button, openSidebar, asked, answered, run, notified, shoot, shootInThemes } = steps;

  before(begin);

  it('takes back what a turn created, and does it again', async () => {
    await change('first', 'drafts/today.txt');
    await view().getByText('Changed: 1 file').waitFor();
    await shootInThemes('undo-offered');
    await pressButton('Undo Turn', 'Shift+Tab');
    await view().getByText('Undone: 1 file').waitFor();
    await assert.rejects(access(file()), { code: 'ENOENT' });
    await page()
      .locator('.notifications-toasts')
      .getByText('“write first in drafts/today.txt” was undone: 1 file.')
      .waitFor();
    await shootInThemes('undo-done');
    await press('Enter');
    await view().getByText('Changed: 1 file').waitFor();
    assert.match(await readFile(file(), 'utf8'), /^first\s*$/);
  });

  it('lists the files, of which one is kept and another one taken back', async () => {
    const calls = ['kept.txt', 'gone.txt'].map(
      name => `/invoke workspace:write_file ${JSON.stringify({ path: `drafts/${name}`, content: 'new\n' })}`,
    );
    await send(calls.join('\n'));
    await button('Allow 2 Selected Once').waitFor();
    await press('Control+Enter');
    const changed = button('Changed: 2 files');
    await changed.waitFor();
    await openSidebar();
    await pressButton('Changed: 2 files', 'Shift+Tab');
    await button('Keep drafts/kept.txt').waitFor();
    await pressButton('Keep drafts/kept.txt');
    await view().getByText('Changed: 2 files (1 kept)').waitFor();
    await pressButton('Undo drafts/gone.txt');
    await view().getByText('Changed: 2 files (1 undone, 1 kept)').waitFor();
    await shootInThemes('undo-files');
    await assert.rejects(access(place('drafts/gone.txt')), { code: 'ENOENT' });
    await access(place('drafts/kept.txt'));
    await run('Notifications: Clear All Notifications');
  });

  it('leaves what you have changed since, and shows what was before beside it', async () => {
    await change('second', 'drafts/today.txt');
    await view().getByText('Changed: 1 file').nth(1).waitFor();
    await writeFile(file(), 'second\nand mine\n');
    await pressButton('Undo Turn', 'Shift+Tab');
    const notifications = await notified('drafts/today.txt: it has changed since.');
    await shoot('undo-conflict');
    await notifications.getByRole('button', { name: 'Compare' }).click();
    await page().locator('.merge-editor').waitFor();
    await page().locator('.merge-editor').getByText('and mine').first().waitFor();
    await shoot('undo-compare');
    assert.equal(await readFile(file(), 'utf8'), 'second\nand mine\n');
    await run('View: Close All Editors');
  });

  it('takes back a single change of a file, of several, as an edit that can be undone', async () => {
    const lines = Array.from({ length: 30 }, (_, line) => `line ${line + 1}`);
    const hunks = place('drafts/hunks.txt');
    await writeFile(hunks, `${lines.join('\n')}\n`);
    await begin();
    const changed = lines.map((line, at) => (at === 2 || at === 26 ? `changed ${at + 1}` : line));
    const call = { path: 'drafts/hunks.txt', content: `${changed.join('\n')}\n` };
    await send(`/invoke workspace:write_file ${JSON.stringify(call)}`);
    await asked();
    await press('Control+Enter');
    await view().getByText('Changed: 1 file').waitFor();
    await pressButton('Show Changes', 'Shift+Tab');
    const entry = page().locator('.multiDiffEntry');
    await entry.getByText('changed 27').waitFor();
    await shoot('undo-hunks-before');
    const modified = entry.locator('.editor.modified');
    await press('Alt+F5');
    await modified.locator('.monaco-editor.focused').waitFor();
    await run('Converser: Undo This Change');
    await entry.getByText('changed 27').waitFor({ state: 'detached' });
    await entry.getByText('changed 3').waitFor();
    await shoot('undo-hunks-one');
    await press('Control+Z');
    await entry.getByText('changed 27').waitFor();
    await press('Shift+F10');
    await page().locator('.context-view').getByText('Undo Other Changes in This File').waitFor();
    await shoot('undo-hunks-menu');
    await press('Escape');
    // The menu gives the focus back, and the palette would not.
    await modified.locator('.monaco-editor.focused').waitFor();
    await run('Converser: Undo Other Changes in This File');
    await entry.getByText('changed 3').waitFor({ state: 'detached' });
    await entry.getByText('changed 27').waitFor();
    await press('Control+S');
    await page().locator('.tab.dirty').waitFor({ state: 'detached' });
    const expected = lines.map((line, at) => (at === 26 ? 'changed 27' : line));
    assert.equal(await readFile(hunks, 'utf8'), `${expected.join('\n')}\n`);
    await run('View: Close All Editors');
  });

  it('marks changes in the file’s own editor, where keys go to them, keep and undo them', async () => {
    const marked = place('drafts/marked.txt');
    const lines = Array.from({ length: 12 }, (_, line) => `line ${line + 1}`);
    await mkdir(path.dirname(marked), { recursive: true });
    await writeFile(marked, `${lines.join('\n')}\n`);
    await begin();
    const changed = lines.flatMap((line, at) => (at === 2 ? 'changed 3' : at === 8 ? [] : line));
    const call = { path: 'drafts/marked.txt', content: `${changed.join('\n')}\n` };
    await send(`/invoke workspace:write_file ${JSON.stringify(call)}`);
    await asked();
    await press('Control+Enter');
    await view().getByText('Changed: 1 file').waitFor();
    await press('Control+P');
    await page().locator('.quick-input-widget input:focus').waitFor();
    await type('drafts/marked.txt');
    await page().locator('.quick-input-list .monaco-list-row').getByText('marked.txt').first().waitFor();
    await press('Enter');
    const lens = page().locator('.codelens-decoration');
    await lens.getByText('2 of 2 changes').waitFor();
    await shootInThemes('marks');
    await press('Control+F7');
    await page().getByText('Ln 3, Col 1').waitFor();
    await press('Control+F7');
    await page().getByText('Ln 9, Col 1').waitFor();
    await press('Alt+U');
    await lens.getByText('1 of 1 change').waitFor();
    await press('Control+F7');
    await page().getByText('Ln 3, Col 1').waitFor();
    await press('Alt+Y');
    await lens.first().waitFor({ state: 'detached' });
    const kept = lines.map((line, at) => (at === 2 ? 'changed 3' : line));
    assert.equal(await readFile(marked, 'utf8'), `${kept.join('\n')}\n`);
    await view().getByText('Changed: 1 file (1 kept)').waitFor();
    await run('View: Close All Editors');
  });

  it('takes back what a command changed, and lists it like what tools change', async () => {
    const changed = place('drafts/by-command.txt');
    const made = place('drafts/made/new.txt');
    await writeFile(changed, 'before\n');
    await begin();
    const line = 'echo after > drafts/by-command.txt; mkdir drafts/made; echo new > drafts/made/new.txt';
    await send(`/invoke shell:run_command ${JSON.stringify({ line })}`);
    await asked();
    await press('Control+Enter');
    await view().getByText('Changed: 2 files').waitFor();
    await pressButton('Changed: 2 files', 'Shift+Tab');
    await view().getByText('drafts/made/new.txt').last().waitFor();
    await pressButton('Show Changes');
    const entries = page().locator('.multiDiffEntry');
    await entries.getByText('after', { exact: true }).waitFor();
    await entries.getByText('before', { exact: true }).waitFor();
    await shoot('undo-command-changes');
    await comeToField();
    await pressButton('Undo Turn', 'Shift+Tab');
    await view().getByText('Undone: 2 files').waitFor();
    assert.equal(await readFile(changed, 'utf8'), 'before\n');
    await assert.rejects(access(path.dirname(made)), { code: 'ENOENT' });
    await shoot('undo-command-undone');
    await comeToField();
    await pressButton('Redo Turn', 'Shift+Tab');
    await view().getByText('Changed: 2 files').waitFor();
    assert.deepEqual([await readFile(changed, 'utf8'), await readFile(made, 'utf8')], ['after\n', 'new\n']);
    await run('View: Close All Editors');
    await run('Notifications: Clear All Notifications');
  });

  it('shows the turns that can be undone, and their changes', async () => {
    await run('Converser: Show Changes of Turn…');
    const rows = page().locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'write second in drafts/today.txt' }).waitFor();
    await shoot('undo-turns');
    await enter('write second');
    await page().locator('.multiDiffEntry').getByText('and mine').waitFor();
    await shoot('undo-changes');
    await run('View: Close All Editors');
    // No toast is shown while their list is.
    await run('Notifications: Clear All Notifications');
  });

  async function change(text: string, to: string): Promise<void> {
    await send(`write ${text} in ${to}`);
    await asked();
    await press('Control+Enter');
    await answered();
  }

  const file = () => place('drafts/today.txt');
}
