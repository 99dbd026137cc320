import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

export function testTwoWindows(open: () => Workbench): void {
  let another: Workbench;
  const first = stepsIn(open);
  const second = stepsIn(() => another);

  before(async () => {
    const page = await open().context.newPage();
    await page.goto(first.page().url());
    another = { ...open(), page };
  });
  after(() => another.page.close());

  it('shows in each window what was said in the other', async () => {
    await first.page().bringToFront();
    await first.begin();
    await first.send('roll 1d1+61');
    await first.view().getByText('Rolled 1d1+61').first().waitFor();
    await first.answered();
    await second.page().bringToFront();
    await second.comeToField();
    await second.run('Converser: Open or Search Conversations…');
    await second.title('Open or Search Conversations').waitFor();
    await second.type('1d1+61');
    await second
      .page()
      .locator('.quick-input-list .monaco-list-row')
      .filter({ hasText: '1d1+61' })
      .first()
      .waitFor();
    await second.press('Enter');
    await second.view().getByText('Rolled 1d1+61').first().waitFor();
    await second.comeToField();
    await second.send('roll 1d1+62');
    await second.view().getByText('Rolled 1d1+62').first().waitFor();
    await second.answered();
    await first.page().bringToFront();
    await first.view().getByText('Rolled 1d1+62').first().waitFor();
    await first.comeToField();
    await first.send('write both in notes/both.txt');
    await first.asked();
    await second.page().bringToFront();
    await second.view().getByText('write both in notes/both.txt').first().waitFor();
    await second.view().getByText('Another window runs this turn').waitFor();
    await second.shootInThemes('two-windows');
    await first.page().bringToFront();
    await first.press('Control+Enter');
    await first.answered();
    await second.page().bringToFront();
    await second.view().getByText('Created notes/both.txt').first().waitFor();
    await second.view().getByText('Another window runs this turn').waitFor({ state: 'detached' });
  });
}
