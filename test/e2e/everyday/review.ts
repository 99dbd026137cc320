import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

export function testReview(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, press, begin, send, pressButton, button, answered, place } = steps;
  const { textIn, shootInThemes, comeToField, chooseInMenu, openSidebar, run, reloadWindow } = steps;
  const edit = (name: string, content: string) =>
    `/invoke workspace:write_file ${JSON.stringify({ path: `review/${name}`, content })}`;

  /** Of what is proposed. */
  const line = (text: string) =>
    page().locator('.multiDiffEntry .modified .view-line').getByText(text, { exact: true });

  before(async () => {
    await mkdir(place('review'), { recursive: true });
    await writeFile(place('review/kept.txt'), 'one\ntwo\nthree\nfour\n');
    await begin();
  });

  after(async () => {
    await run('View: Close All Editors');
    await begin();
  });

  it('comes before anything is written: one file is kept, another one discarded', async () => {
    await send('/review');
    await button('Mode: Review First').waitFor();
    await send([edit('kept.txt', 'ONE\ntwo\nthree\nFOUR\n'), edit('gone.txt', 'new\n')].join('\n'));
    await button('To be reviewed: 2 files').waitFor();
    await answered();
    assert.equal(await textIn('review/kept.txt'), 'one\ntwo\nthree\nfour\n');
    await openSidebar();
    await pressButton('To be reviewed: 2 files', 'Shift+Tab');
    await button('Discard review/gone.txt').waitFor();
    await button('Jump to latest').waitFor({ state: 'detached' });
    await shootInThemes('review-files');
    await pressButton('Discard review/gone.txt');
    await button('To be reviewed: 1 file').waitFor();
    assert.equal(await textIn('review/gone.txt'), '');
    await reloadWindow();
    await button('To be reviewed: 1 file').waitFor();
  });

  it('decides on single changes in the editor that shows them', async () => {
    await openSidebar();
    await pressButton('Show Changes', 'Shift+Tab');
    await line('FOUR').click();
    await shootInThemes('review-changes');
    await press('Alt+U');
    await line('four').waitFor();
    await line('ONE').click();
    await press('Alt+Y');
    await button('Changed: 1 file (1 kept)').waitFor();
    assert.equal(await textIn('review/kept.txt'), 'ONE\ntwo\nthree\nfour\n');
  });

  it('compares what two models answer at the same time', async () => {
    await begin();
    await send('/review');
    await send('write mine in review/both.txt');
    await button('To be reviewed: 1 file').waitFor();
    await answered();
    await comeToField();
    await pressButton('More actions for this turn', 'Shift+Tab');
    await chooseInMenu('Retry Beside This Answer…');
    await page().locator('.quick-input-title').getByText('Retry Beside This Answer').waitFor();
    await steps.choose('Rehearsal');
    await button(/^Compare with /).waitFor();
    await shootInThemes('review-beside');
    await pressButton(/^Compare with /, 'Shift+Tab');
    await page().locator('.multiDiffEntry').first().waitFor();
    await shootInThemes('review-compared');
    assert.equal(await textIn('review/both.txt'), '');
    await openSidebar();
    await pressButton('Keep All', 'Shift+Tab');
    await button('Changed: 1 file (1 kept)').waitFor();
    assert.match(await textIn('review/both.txt'), /^mine\s*$/);
  });
}
