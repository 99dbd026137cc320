import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

export function testVersions(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, view, press, goTo, begin, send, pressButton, button, asked, answered } = steps;
  const { textIn, place, shootInThemes, comeToField, chooseInMenu, title, notified, run } = steps;
  const field = () => view().getByLabel('Message', { exact: true });
  const turns = () => view().locator('converser-turn');

  it('begin with editing a message: what it had changed goes back, and it is sent anew', async () => {
    await begin();
    await send('write one in notes/version.txt');
    await asked();
    await press('Control+Enter');
    await answered();
    assert.match(await textIn('notes/version.txt'), /^one\s*$/);
    await field().fill('a draft');
    await comeToField();
    await pressButton('Edit message and send it again', 'Shift+Tab');
    await view().getByText('Editing an earlier message.').waitFor();
    assert.equal(await field().inputValue(), 'write one in notes/version.txt');
    await shootInThemes('versions-editing');
    await field().fill('write two in notes/version.txt');
    await press('Enter');
    const question = page().locator('.monaco-dialog-box');
    await question.getByText('Undo the changes of 1 file').waitFor();
    await question.getByRole('button', { name: 'Undo Changes' }).click();
    await asked();
    assert.equal(await textIn('notes/version.txt'), '');
    // The field has what was being written before, and keeps its keys.
    assert.equal(await field().inputValue(), 'a draft');
    await pressButton('Allow Once', 'Shift+Tab');
    await answered();
    assert.match(await textIn('notes/version.txt'), /^two\s*$/);
    await view().getByText('2/2', { exact: true }).waitFor();
    assert.equal(await turns().count(), 1);
    await field().fill('');
    await shootInThemes('versions');
  });

  it('lead back to what was said before, also after the window was loaded again', async () => {
    await comeToField();
    await pressButton('Previous version', 'Shift+Tab');
    await view().getByText('1/2', { exact: true }).waitFor();
    await turns().getByText('write one in notes/version.txt').first().waitFor();
    await steps.reloadWindow();
    await view().getByText('1/2', { exact: true }).waitFor();
    await comeToField();
    await pressButton('Next version', 'Shift+Tab');
    await turns().getByText('write two in notes/version.txt').first().waitFor();
  });

  it('are what you restore: the chat and its files go back together, and come again', async () => {
    await begin();
    for (const text of ['one', 'two', 'three']) {
      await send(`write ${text} in notes/restored.txt`);
      await asked();
      await press('Control+Enter');
      await answered();
    }
    await comeToField();
    await pressButton('Restore to the end of this turn, with its files', 'Shift+Tab');
    await view().getByText('1 later turn set aside.').waitFor();
    assert.match(await textIn('notes/restored.txt'), /^two\s*$/);
    await turns().nth(2).waitFor({ state: 'detached' });
    assert.equal(await turns().count(), 2);
    await pressButton('Restore to the end of this turn, with its files', 'Shift+Tab');
    await view().getByText('2 later turns set aside.').waitFor();
    assert.match(await textIn('notes/restored.txt'), /^one\s*$/);
    await pressButton('More actions for this turn', 'Shift+Tab');
    await page().getByRole('menuitem', { name: 'Retry With…' }).waitFor();
    await shootInThemes('versions-restored');
    await press('Escape');
    await steps.reloadWindow();
    await comeToField();
    await pressButton('Bring Back', 'Shift+Tab');
    await view().getByText('later turns set aside').waitFor({ state: 'detached' });
    assert.match(await textIn('notes/restored.txt'), /^three\s*$/);
    await turns().nth(2).getByText('write three in notes/restored.txt').first().waitFor();
    assert.equal(await turns().count(), 3);
    await pressButton('More actions for this turn', 'Shift+Tab');
    await chooseInMenu('Delete from Here');
    await view().getByText('1 later turn set aside. 1 file still has its changes.').waitFor();
    assert.match(await textIn('notes/restored.txt'), /^three\s*$/);
    await send('roll 1d1');
    await answered();
    await view().getByText('2/2', { exact: true }).waitFor();
    await pressButton('Previous version', 'Shift+Tab');
    await view().getByText('1/2', { exact: true }).waitFor();
  });

  it('have calls that can be opened, compared and run again, and nothing of it joins the conversation', async () => {
    await begin();
    for (const text of ['roll 1d1', 'roll 2d1']) {
      await send(text);
      await answered();
      await view()
        .getByText(`Rolled ${text.slice(5)}`)
        .first()
        .waitFor();
    }
    const choose = async (call: RegExp, act: string) => {
      await comeToField();
      await goTo(call, 'Shift+Tab');
      await press('Shift+F10');
      await chooseInMenu(act);
    };
    const tab = (name: string | RegExp) => page().getByRole('tab', { name }).first().waitFor();
    await choose(/roll\s+1d1/, 'Open Arguments');
    await tab(/arguments\.json/);
    await choose(/roll\s+1d1/, 'Select Result for Compare');
    await choose(/roll\s+2d1/, 'Compare Result with Selected');
    await tab(/result\.\w+ ↔ .*result/);
    await choose(/roll\s+1d1/, 'Run This Call Again…');
    await title('Run probability:roll Again').waitFor();
    await shootInThemes('versions-run-again');
    await press('Enter');
    await tab('Earlier Result ↔ New Result');
    await notified('Converser ran the call again.');
    assert.equal(await turns().count(), 2);
    await shootInThemes('versions-compared');
    await run('Notifications: Clear All Notifications');
  });

  it('come of retrying, and a fork goes on by itself', async () => {
    await begin();
    await send('roll 1d1');
    await view().getByText('1 tool call').waitFor();
    await answered();
    await pressButton('Retry with the chosen model', 'Shift+Tab');
    await view().getByText('2/2', { exact: true }).waitFor();
    await answered();
    await pressButton('More actions for this turn', 'Shift+Tab');
    await chooseInMenu('Fork from Here');
    await button('Retry with the chosen model').waitFor();
    await view().getByText('2/2', { exact: true }).waitFor({ state: 'detached' });
    await send('roll 2d1');
    await turns().nth(1).getByText('Rolled 2d1').waitFor();
  });

  it('are left as they are where editing is given up', async () => {
    await comeToField();
    await field().fill('another draft');
    await goTo('Edit message and send it again', 'Shift+Tab');
    await press('Enter');
    await view().getByText('Editing an earlier message.').waitFor();
    await press('Escape');
    await view().getByText('Editing an earlier message.').waitFor({ state: 'detached' });
    assert.equal(await field().inputValue(), 'another draft');
    await field().fill('');
    assert.equal(await turns().count(), 2);
  });

  it('come of the model that you choose in the menu of a turn', async () => {
    await begin();
    await send('roll 3d1');
    await turns().getByText('Rolled 3d1').first().waitFor();
    await answered();
    await comeToField();
    await pressButton('More actions for this turn', 'Shift+Tab');
    await chooseInMenu('Retry With…');
    await title('Retry With').waitFor();
    await page().locator('.quick-input-list').getByText('Rehearsal').first().waitFor();
    await shootInThemes('versions-retry-with');
    await steps.choose('Rehearsal');
    await view().getByText('2/2', { exact: true }).waitFor();
    await answered();
  });

  it('are restored only after you have read what can’t be undone', async () => {
    await begin();
    for (const text of ['one', 'two']) {
      await send(`write ${text} in notes/doubt.txt`);
      await asked();
      await press('Control+Enter');
      await answered();
    }
    await writeFile(place('notes/doubt.txt'), 'mine');
    const question = page().locator('.monaco-dialog-box');
    const restore = async () => {
      await comeToField();
      await pressButton('Restore to the end of this turn, with its files', 'Shift+Tab');
      await question.getByText('doubt.txt has changed since, and stays as it is.').waitFor();
    };
    await restore();
    await shootInThemes('versions-doubt');
    await press('Escape');
    await question.waitFor({ state: 'detached' });
    assert.equal(await turns().count(), 2);
    await restore();
    await press('Enter');
    await view().getByText('1 later turn set aside.').waitFor();
    await turns().nth(1).waitFor({ state: 'detached' });
    assert.equal(await textIn('notes/doubt.txt'), 'mine');
    await run('Notifications: Clear All Notifications');
  });
}
