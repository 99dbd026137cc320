import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

/** @param open gives the window in which these tests run */
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
