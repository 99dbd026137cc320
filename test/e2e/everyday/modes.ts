import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

/** @param open gives the window in which these tests run */
export function testModes(open: () => Workbench): void {
  const { view, press, begin, send, pressButton, button, shoot, shootInThemes } = stepsIn(open);

  before(begin);

  it('takes the tools away that change something, for this conversation alone', async () => {
    await pressButton('Mode: Agent');
    await view()
      .getByRole('option', { name: /^Agent/ })
      .waitFor();
    await press('ArrowDown');
    await shootInThemes('modes-list');
    await press('Enter');
    await button('Mode: Ask', { exact: true }).waitFor();
    await send('write hello in notes/in-mode.txt');
    await view().getByRole('article').getByText('which isn’t available').waitFor();
    await shoot('modes-ask');
    await begin();
    await button('Mode: Agent', { exact: true }).waitFor();
  });
}
