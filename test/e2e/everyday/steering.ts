import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

export function testSteering(open: () => Workbench): void {
  const { view, press, begin, send, pressButton, button, asked, run, shoot, shootInThemes } = stepsIn(open);

  before(begin);

  /** A round lasts as long as its question is not answered. */
  async function beginRound(file: string): Promise<void> {
    await send(`write hello in notes/${file}`);
    await asked();
  }

  const allow = () => pressButton('Allow Once');

  it('sends a waiting message before the next round', async () => {
    await beginRound('first.txt');
    await send('roll 3d1');
    await send('roll 4d1');
    await view().getByText('Sent after the answer:').waitFor();
    await pressButton('Send now: roll 3d1', 'Shift+Tab');
    await view().getByText('Sent before the next round:').waitFor();
    await shootInThemes('steering-waiting');
    await allow();
    const turns = view().getByRole('article');
    const first = turns.filter({ hasText: 'write hello in notes/first.txt' });
    await first.locator('.user').filter({ hasText: 'roll 3d1' }).waitFor();
    await turns.filter({ hasText: 'roll 4d1' }).getByText('1 tool call', { exact: false }).waitFor();
    await view().getByText('Sent after the answer:').waitFor({ state: 'detached' });
    await shoot('steering-sent');
  });

  it('stops after the round, by a key and from the palette, and keeps what the round has done', async () => {
    await beginRound('second.txt');
    await press('Shift+Escape');
    const hint = view().getByText('Stops after this round', { exact: true });
    await hint.waitFor();
    await press('Shift+Escape');
    await hint.waitFor({ state: 'detached' });
    await run('Converser: Stop After This Round');
    await hint.waitFor();
    await shoot('steering-stopping');
    await press('Control+Alt+J');
    await allow();
    await view().locator('.outcome').getByText('Stopped after this round. Its results are kept.').waitFor();
    await button('Continue', { exact: true }).waitFor();
    await shoot('steering-stopped');
  });
}
