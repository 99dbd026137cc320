import assert from 'node:assert/strict';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

export function testHistory(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, view, press, goTo, type, enter, begin, send } = steps;
  const { pressButton, asked, answered, run, notified, title, textIn, shootInThemes } = steps;
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
      /background\.txt.*Needs your permission · .*Today/,
    );
    await enter('background');
    await asked();
    await view().locator('.permission:focus, textarea:focus').first().waitFor();
    await press('Control+Enter');
    await answered();
    assert.match(await textIn('notes/background.txt'), /^hello\s*$/);
  });

  it('renames a conversation, deletes it, and brings it back', async () => {
    await showHistory('flip a coin');
    await pressButton('Rename');
    await title('Rename Conversation').waitFor();
    await press('Control+A');
    await enter('Heads or tails');
    await title('Open Conversation').waitFor();
    await type('Heads or');
    await row().getByText('Heads or tails').waitFor();
    await goTo('Rename');
    await press('ArrowRight', 'Enter');
    // The list comes back whole.
    await row().getByText('background.txt').waitFor();
    assert.equal(await row().getByText('Heads or tails').count(), 0);
    await press('Escape');
    const notifications = await notified('Deleted “Heads or tails”.');
    await notifications.getByRole('button', { name: 'Undo' }).click();
    await showHistory('Heads or tails');
    await press('Enter');
    await view().getByText('flip a coin', { exact: true }).waitFor();
  });

  async function beginWith(message: string): Promise<void> {
    await begin();
    await send(message);
  }

  async function showHistory(sought = ''): Promise<void> {
    await run('Converser: Open Conversation…');
    await title('Open Conversation').waitFor();
    await type(sought);
    await row().filter({ hasText: sought }).first().waitFor();
  }
}
