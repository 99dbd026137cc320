import assert from 'node:assert/strict';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

export function testHistory(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, view, press, type, enter, begin, send } = steps;
  const { asked, answered, run, title, textIn, shootInThemes } = steps;
  const row = () => page().locator('.quick-input-list .monaco-list-row');

  it('keeps a conversation that waits for permission while another one is shown, and leads back to it', async () => {
    await beginWith('flip a coin');
    await view().getByText('1 tool call').waitFor();
    await beginWith('write hello in notes/background.txt');
    await asked();
    await begin();
    await showHistory();
    await shootInThemes('history');
    assert.match(
      (await row().first().textContent()) ?? '',
      /background\.txt.*Needs your permission · .*Waiting for You/,
    );
    await enter('background');
    await asked();
    await view().locator('.permission:focus, textarea:focus').first().waitFor();
    await press('Control+Enter');
    await answered();
    assert.match(await textIn('notes/background.txt'), /^hello\s*$/);
  });

  async function beginWith(message: string): Promise<void> {
    await begin();
    await send(message);
  }

  async function showHistory(sought = ''): Promise<void> {
    await run('Converser: Open or Search Conversations…');
    await title('Open or Search Conversations').waitFor();
    await type(sought);
    await row().filter({ hasText: sought }).first().waitFor();
  }
}
