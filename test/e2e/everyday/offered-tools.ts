import type { Workbench } from '../../workbench/open-workbench.ts';
import { tickEnsemble } from '../tick-ensemble.ts';
import { stepsIn } from '../window-steps.ts';

export function testModes(open: () => Workbench): void {
  const { view, press, begin, send, pressButton, button, shoot, shootInThemes } = stepsIn(open);

  before(begin);

  it('takes the tools away that change something, for this conversation alone', async () => {
    await pressButton('Mode: Agent');
    await view()
      .getByRole('option', { name: /^Agent/ })
      .waitFor();
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
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

export function testFindTools(open: () => Workbench): void {
  const { view, begin, send, answered, shootInThemes } = stepsIn(open);

  before(begin);

  it('are found in a turn, by what they do, and the row says how many', async () => {
    await send('/invoke tools:find_tools {"query": "cast some dice"}');
    await answered();
    await view()
      .getByText(/^Found \d tools? for$/)
      .first()
      .waitFor();
    await send('/invoke tools:find_tools {"query": "zzz qqq"}');
    await answered();
    await view().getByText('Found no tool for').first().waitFor();
    await shootInThemes('find-tools');
  });
}

export function testSummaries(open: () => Workbench): void {
  const { page, view, press, begin, send, openSidebar, shoot, shootInThemes } = stepsIn(open);

  before(begin);

  it('are off at first, which the model says, and on once their ensemble is ticked', async () => {
    await send('summarize README.md');
    await view().getByText('summarize_file').first().waitFor();
    await view().getByText('isn’t available').first().waitFor();
    await tickEnsemble(page(), view(), { ensemble: 'Summarization', tools: 3 });
    await shoot('summaries-on');
    await press('Escape');
  });

  it('are made of a file and a folder, and say what they are of', async () => {
    await send('summarize README.md and summarize the folder notes');
    await view().getByText('A summary of README.md').first().waitFor();
    await openSidebar();
    await shootInThemes('summaries');
  });
}
