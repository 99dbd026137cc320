import type { Workbench } from '../../workbench/open-workbench.ts';
import { tickEnsemble } from '../tick-ensemble.ts';
import { stepsIn } from '../window-steps.ts';

/** @param open gives the window in which these tests run */
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
