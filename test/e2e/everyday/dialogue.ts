import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

export function testDialogue(open: () => Workbench): void {
  const { view, press, begin, send, pressButton, shoot, shootInThemes } = stepsIn(open);

  before(begin);

  it('asks you what the model wants to know, and tells it your answers', async () => {
    const questions = [
      { question: 'Which database?', options: ['SQLite', 'PostgreSQL'] },
      { question: 'Which parts?', options: ['Login', 'Search', 'Export'], several: true },
    ];
    const asked = JSON.stringify({ reason: 'It decides what I set up.', questions });
    await send(`/invoke dialogue:ask_person ${asked}`);
    await view().getByRole('group', { name: 'The model has a question' }).waitFor();
    await shootInThemes('dialogue');
    await view().locator('.request:focus').waitFor();
    await press('Tab');
    await view().getByRole('radio', { name: 'SQLite' }).and(view().locator(':focus')).waitFor();
    await press('Space');
    // Past the field for other words and the first box.
    for (let tabs = 0; tabs < 3; tabs++) await press('Tab');
    await press('Space');
    await pressButton('Send Answer');
    await view().getByText('Which database? → SQLite Which parts? → Search').first().waitFor();
    await shoot('dialogue-answered');
  });
}

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
