import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

export function testPermissions(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, view, press, goTo, place, type, enter, begin, comeToField } = steps;
  const { send, pressButton, button, asked, answered, run, textIn, shoot } = steps;

  before(begin);

  it('are given for a folder and the workspace, and hold there', async () => {
    await send('write one in plans/one.txt');
    await asked();
    await pressButton('Allow More…');
    await view().getByLabel('Which calls').waitFor();
    await press('ArrowDown', 'Tab', 'ArrowDown');
    await shoot('permission-more');
    await press('Tab', 'Enter');
    await answered();
    assert.match(await textIn('plans/one.txt'), /^one\s*$/);

    await send('write two in plans/two.txt');
    await view().getByText('plans/two.txt').first().waitFor();
    await answered();
    assert.match(await textIn('plans/two.txt'), /^two\s*$/);
  });

  it('are refused elsewhere with a reason, which the model is told', async () => {
    await send('write three in three.txt');
    await asked();
    await pressButton('Deny with Reason…');
    await view().locator('.why-not input:focus').waitFor();
    await type('Put it into the folder plans.');
    await shoot('permission-reason');
    await press('Enter');
    await answered();
    await view().getByText('The user says: Put it into the folder plans.').first().waitFor();
    assert.equal(await textIn('three.txt'), '');
  });

  it('are listed, and taken back', async () => {
    await run('Converser: Permissions');
    const list = page().locator('.quick-input-widget');
    await list.getByText('workspace:write_file(plans/**)').waitFor();
    await shoot('permission-list');
    await enter('plans');
    await list.getByText('Take Back').first().waitFor();
    await press('Enter');
    await list.getByText('Ask about changes').waitFor();
    assert.equal(await list.getByText('plans/**').count(), 0);
    await press('Escape');
    await list.waitFor({ state: 'hidden' });

    await send('write four in plans/four.txt');
    await asked();
    await pressButton('Deny');
    await answered();
    assert.equal(await textIn('plans/four.txt'), '');
  });

  it('are asked for each time where you protect a place, also before it is read, and listed with it', async () => {
    await mkdir(place('guarded'), { recursive: true });
    await writeFile(place('guarded/plan.txt'), 'A plan of mine.');
    await send('what is in guarded/plan.txt?');
    await asked();
    await view()
      .locator('.permission-reason')
      .getByText('it matches guarded/** in the setting converser.protectedPlaces')
      .waitFor();
    assert.equal(await button('Allow More…').count(), 0);
    await shoot('permission-protected');
    await pressButton('Deny');
    await answered();
    assert.equal(await view().getByText('A plan of mine.').count(), 0);

    await run('Converser: Permissions');
    const list = page().locator('.quick-input-widget');
    await list.getByText('Protected places').waitFor();
    await shoot('permission-list-protected');
    await press('Escape');
    await list.waitFor({ state: 'hidden' });
    await comeToField();
  });

  it('are for the arguments that you change, which are checked, shown, and what runs', async () => {
    await send('write five in five.txt');
    await asked();
    await pressButton('Edit…');
    const field = view().getByLabel('Arguments, as JSON');
    await view().locator('.edit-arguments textarea:focus').waitFor();
    await press('Control+A');
    await page().keyboard.insertText('{"path": 5, "content": "changed"}');
    await press('Control+Enter');
    await view().getByRole('alert').getByText('path').waitFor();
    await view().locator('.edit-arguments textarea:focus').waitFor();
    await shoot('permission-edit-mistake');
    await press('Control+A');
    await page().keyboard.insertText('{"path": "changed.txt", "content": "changed"}');
    await press('Control+Enter');
    await view().locator('.permission-reason').getByText('You changed the arguments.').waitFor();
    await field.waitFor({ state: 'detached' });
    await shoot('permission-edit');
    await view().locator('.permission:focus').waitFor();
    await press('Control+Enter');
    await answered();
    assert.deepEqual([await textIn('changed.txt'), await textIn('five.txt')], ['changed', '']);
    await view().getByText('The user changed the arguments to').first().waitFor();
    await shoot('permission-edited');
  });

  it('are given to several calls at once', async () => {
    await send('write six in six.txt and write seven in seven.txt');
    await view().locator('.review').getByText('2 calls wait for your permission').waitFor();
    await view().locator('.review:focus').waitFor();
    await goTo('Select: Create six.txt?');
    await press('Space');
    await shoot('permission-review');
    await pressButton('Allow 1 Selected Once');
    await asked();
    await pressButton('Deny');
    await answered();
    assert.equal(await textIn('six.txt'), '');
    assert.match(await textIn('seven.txt'), /^seven\s*$/);
  });
}
