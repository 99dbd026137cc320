import assert from 'node:assert/strict';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { shownAtLast } from '../../workbench/shown-at-last.ts';
import { stepsIn } from '../window-steps.ts';
import { chooseModel, workingModel } from './choose-model.ts';

/** @param open gives a window with the providers "worker" and "talker" */
export function testReplay(open: () => Workbench): void {
  const steps = stepsIn(open);
  const { page, view, enter, choose, pressButton, button, openSidebar, run, send, title } = steps;
  const { answered, begin, shoot, shootInThemes } = steps;
  const lines = () => page().locator('.monaco-diff-editor .view-line');

  it('is recorded from when you ask for it, which the sidebar shows, until you stop', async () => {
    await openSidebar();
    await chooseModel(view(), workingModel);
    await begin();
    await run('Converser: Record from Here');
    await view().getByRole('group', { name: 'Recording' }).waitFor();
    await openSidebar();
    await send('What time is it?');
    await view().getByText('It is late.').last().waitFor();
    await answered();
    await shootInThemes('replay-recording');
    await pressButton('Stop Recording', 'Shift+Tab');
    await button('Stop Recording').waitFor({ state: 'detached' });
  });

  it('is replayed with another model, and shown beside it', async () => {
    await run('Converser: Replay with…');
    await title('Replay with Another Model').waitFor();
    await page().locator('.quick-input-list').getByText('talker/').first().waitFor();
    await shoot('replay-models');
    await choose('talker/');
    await page()
      .getByRole('tab', { name: /The calls differ\./ })
      .waitFor();
    await shownAtLast(lines().getByText(/^First\sdifference:\snothing\smore$/));
    await shownAtLast(
      lines()
        .getByText(/clock__current_time\s\{/)
        .first(),
    );
    await shootInThemes('replay-differs');
  });

  it('comes to the same with the same model', async () => {
    await run('Converser: Replay with…');
    await title('Replay with Another Model').waitFor();
    await choose('worker/worker');
    await page()
      .getByRole('tab', { name: /The same calls and words\./ })
      .waitFor();
    await shoot('replay-same');
  });

  it('may go into a report of a problem, of which you see everything, and no key', async () => {
    await run('Converser: Report a Problem…');
    await title('Report a Problem').waitFor();
    await shoot('report-choice');
    await enter('Without');
    const text = page().locator('.editor-instance .view-line');
    await shownAtLast(text.getByText(/^#\sProblem\swith\sConverser$/));
    await shootInThemes('report');
    // In an editor of its own, it can be changed and copied.
    await page().keyboard.type('It fails. ');
    await shownAtLast(text.getByText(/^It\sfails\.\s#\sProblem/));
    await page().keyboard.press('Control+End');
    await shownAtLast(text.getByText(/^##\sEnd\sof\sthe\slog$/));
    await shoot('report-end');
    assert.equal(await text.getByText('the-right-key').count(), 0);
  });
}
