import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';
import { chooseModel, paidModel, workingModel } from './choose-model.ts';

/** @param open gives a window whose user has the provider "worker", and four rounds for each turn */
export function testInterruptedTurns(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, view, press, goTo, place, begin } = steps;
  const { send, pressButton, button, textIn, run, shoot, shootInThemes } = steps;

  before(async () => {
    await begin();
    await chooseModel(view(), workingModel);
  });

  // The next ones begin with the model of those before.
  after(() => chooseModel(view(), paidModel));

  it('keep what was done before you stopped them, and the model knows of it', async () => {
    await send('Write it.');
    await button('Allow Once').click();
    await view().getByText('Now I explain it at length').waitFor();
    await press('Escape');
    await button('Continue', { exact: true }).waitFor();
    await shootInThemes('turn-stopped');
    assert.equal(await textIn('notes/done.txt'), 'done');
    await view().getByText('Changed: 1 file').waitFor();
    await send('What did you do?');
    await view().getByText('I wrote it, and you stopped me.').first().waitFor();
    await button(/^Wrote notes\/done\.txt/).waitFor();
    await view().locator('.reasoning > summary').focus();
    await press('Enter');
    await view().getByRole('group', { name: 'Thought' }).getByText('What did I do?').waitFor();
    await shootInThemes('turn-stopped-earlier');
  });

  it('are taken back beside Continue, also after the window was loaded again', async () => {
    await begin();
    await chooseModel(view(), workingModel);
    await rm(place('notes/done.txt'));
    await send('Write it.');
    await button('Allow Once').click();
    await view().getByText('Now I explain it at length').waitFor();
    await press('Escape');
    await button('Continue', { exact: true }).waitFor();
    await steps.reloadWindow();
    await button('Continue', { exact: true }).waitFor();
    await view().getByText('Changed: 1 file').waitFor();
    await shootInThemes('turn-stopped-reloaded');
    await view().locator('converser-turn details.spending > summary').last().click();
    await button('Show request of round 1').click();
    await page().locator('.notifications-toasts').getByText('No request is kept for this round.').waitFor();
    await run('Notifications: Clear All Notifications');
    await button('Undo Turn').focus();
    await press('Enter');
    await view().getByText('Undone: 1 file').waitFor();
    await assert.rejects(readFile(place('notes/done.txt')), { code: 'ENOENT' });
    await shootInThemes('turn-stopped-undone');
    await send('What did you do?');
    await view().getByText('Nothing.').first().waitFor();
  });

  it('keep the half of an answer whose connection was lost, and go on from there', async () => {
    await send('Read it to me.');
    await view().getByText('The reply from worker broke off.').first().waitFor();
    await shootInThemes('turn-dropped-again');
    const half = view().getByText('It begins with small workspaces, and');
    const outcome = view().locator('.outcome.failed');
    await outcome.getByText('The reply from worker broke off').waitFor();
    await half.waitFor();
    await shootInThemes('turn-dropped');
    await goTo('Continue', 'Shift+Tab');
    await shoot('turn-dropped-continue');
    await press('Enter');
    await view().getByText('It ends with tools.').first().waitFor();
    await button(/^Read README\.md/).waitFor();
    await half.waitFor();
    await shootInThemes('turn-dropped-earlier');
  });

  it('ask whether to continue when they have used all their rounds', async () => {
    await send('Look at the clock.');
    await view().getByText('No final answer after 4 rounds.').first().waitFor();
    await shootInThemes('turn-round-limit');
    await pressButton('Continue', 'Shift+Tab');
    await view().getByText('It is late.').first().waitFor();
    assert.equal(await button('Continue', { exact: true }).count(), 0);
  });
}
