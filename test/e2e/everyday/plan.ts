import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

/** @param open gives the window in which these tests run */
export function testPlan(open: () => Workbench): void {
  const { view, begin, send, shootInThemes } = stepsIn(open);

  before(begin);

  it('is one list, at the call that left it, which the next call changes', async () => {
    const steps = ['Read the rules', 'Write the tests', 'Store them by scope'].map(text => ({ text }));
    await send(`/invoke dialogue:plan ${JSON.stringify({ steps })}`);
    const list = view().getByRole('list', { name: 'Plan' });
    await list.getByText('Write the tests').waitFor();
    const updates = [
      { number: 1, state: 'done' },
      { number: 2, state: 'in_progress' },
      { number: 3, state: 'dropped' },
    ];
    await send(`/invoke dialogue:plan ${JSON.stringify({ updates })}`);
    await view().getByText('1 of 2 done').first().waitFor();
    await list.getByText('In progress: Write the tests').waitFor();
    await shootInThemes('plan');
  });
}
