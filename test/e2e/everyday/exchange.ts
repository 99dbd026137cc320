import assert from 'node:assert/strict';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { patience } from '../../workbench/shown-at-last.ts';
import { stepsIn } from '../window-steps.ts';

export function testExchange(open: () => Workbench): void {
  const { page, view, press, type, begin, send, answered, run, title, textIn, place, shootInThemes } =
    stepsIn(open);
  const box = () => page().locator('.quick-input-widget input[type="text"]');
  const turns = () => view().locator('converser-turn');

  async function choose(list: string, choice: string): Promise<void> {
    await title(list).waitFor();
    await type(choice);
    await page().locator('.quick-input-list .monaco-list-row.focused').getByText(choice).first().waitFor();
    await press('Enter');
  }

  /**
   * VS Code's own box for files completes what is typed, so it is given all at once. While it goes to another folder, it
   * loses keys: a person presses Enter again.
   */
  async function giveFile(named: string, file: string): Promise<void> {
    const accept = page().getByRole('button', { name: named, exact: true });
    await page().locator('.quick-input-list .monaco-list-row').getByText('..', { exact: true }).waitFor();
    await box().fill(place(file));
    do await press('Enter');
    while (
      !(await accept.waitFor({ ...patience, state: 'hidden' }).then(
        () => true,
        () => false,
      ))
    );
  }

  it('is written as a page to read, and as JSON', async () => {
    await begin();
    await send('roll 1d1+7');
    await view().getByText('1 tool call').waitFor();
    await answered();
    for (const [form, file] of [
      ['HTML', 'exported.html'],
      ['JSON', 'exported.json'],
    ] as const) {
      await run('Converser: Export Conversation…');
      await choose('Export Conversation', form);
      await giveFile('OK', file);
      await page().getByText(`Exported to ${file}.`).first().waitFor();
    }
    assert.match(await textIn('exported.html'), /Rolled 1d1\+7/);
    assert.match(await textIn('exported.json'), /"format":"converser-conversation"/);
  });

  it('is read again from that file, and goes on', async () => {
    await begin();
    await run('Converser: Import Conversation…');
    await title('Import Conversation').waitFor();
    await shootInThemes('import-sources');
    await choose('Import Conversation', 'From a File…');
    await giveFile('Import', 'exported.json');
    await page().getByText('Imported from Converser.').first().waitFor();
    await turns().getByText('Rolled 1d1+7').first().waitFor();
    await shootInThemes('imported');
    await send('roll 2d1');
    await turns().nth(1).getByText('Rolled 2d1').waitFor();
    await run('Notifications: Clear All Notifications');
  });
}
