import type { Workbench } from '../../workbench/open-workbench.ts';
import { tickEnsemble } from '../tick-ensemble.ts';
import { stepsIn } from '../window-steps.ts';
import { chooseModel, paidModel, workingModel } from './choose-model.ts';

/** @param open gives the window in which these tests run, where the worker asks the paid model, which has its key */
export function testAskModel(open: () => Workbench): void {
  const { page, view, press, begin, send, shoot, shootInThemes } = stepsIn(open);

  before(async () => {
    await begin();
    await chooseModel(view(), workingModel);
  });

  after(() => chooseModel(view(), paidModel));

  it('works with the tools that it is given, answers in the turn, and its cost is part of the turn’s', async () => {
    await tickEnsemble(page(), view(), { ensemble: 'Other Models', tools: 1 });
    await shoot('ask-model-on');
    await press('Escape');
    await send('Ask somebody else.');
    const turn = view().locator('converser-turn').last();
    await turn.getByText('The other one has read of a small workspace.').waitFor();
    // Two requests of the other model, as they cost in the turn that asked it itself.
    await turn
      .locator('.turn-footer')
      .getByText(/tokens, \$0\.0747/)
      .first()
      .waitFor();
    await turn.locator('.invocation-toggle').first().click();
    await turn.getByText('It made 1 call: workspace:read_file.').waitFor();
    await shootInThemes('ask-model');
  });
}
