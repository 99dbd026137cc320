import type { Workbench } from '../../workbench/open-workbench.ts';
import { isShown } from '../../workbench/shown-at-last.ts';
import { stepsIn } from '../window-steps.ts';

const focusOnView = 'Converser: Focus on Conversations View';

export function testConversationsView(open: () => Workbench): void {
  const {
    page,
    view,
    press,
    type,
    enter,
    begin,
    send,
    answered,
    asked,
    run,
    notified,
    title,
    shootInThemes,
  } = stepsIn(open);
  const row = (name: RegExp) => page().getByRole('treeitem', { name });
  const found = () => page().locator('.quick-input-list .monaco-list-row');

  async function walkTo(name: RegExp): Promise<void> {
    await row(name).waitFor();
    await page()
      .locator('.monaco-list:focus')
      .filter({ has: row(name) })
      .waitFor();
    const focused = page().locator('.monaco-list:focus .monaco-list-row.focused');
    // A tree that is drawn anew meanwhile may lead past the row: a person goes back to the top.
    for (let tries = 0; tries < 5; tries++) {
      await press('Home');
      for (let presses = 0; presses < 20; presses++) {
        const [label] = await focused.evaluateAll(rows => rows.map(each => each.getAttribute('aria-label')));
        if (name.test(label ?? '')) return;
        await press('ArrowDown');
      }
    }
    throw new Error(`${name} was not reached.`);
  }

  it('shows what waits for you apart from what has ended', async () => {
    await begin();
    await send('roll 1d1+41');
    await view().getByText('1 tool call').waitFor();
    await answered();
    await begin();
    await send('write hello in notes/okapi.txt');
    await asked();
    await begin();
    await run(focusOnView);
    await row(/^Waiting for You/).waitFor();
    // A view that is empty still does not take the focus.
    await run(focusOnView);
    await walkTo(/^write hello in notes\/okapi\.txt, Needs your permission/);
    await shootInThemes('conversations-view');
    await press('Enter');
    await asked();
    await view().locator('.permission:focus, textarea:focus').first().waitFor();
    await press('Control+Enter');
    await answered();
  });

  it('shows three that wait for you at the same time, and leads to the question of each', async () => {
    const names = ['one', 'two', 'three'];
    for (const name of names) {
      await begin();
      await send(`write ${name} in notes/waits-${name}.txt`);
      await asked();
    }
    await begin();
    const waiting = (name: string) =>
      new RegExp(`^write ${name} in notes/waits-${name}\\.txt, Needs your permission`);
    const group = row(/^Waiting for You/).first();
    const comeToTop = async () => {
      // The page takes the focus once more when a question is answered.
      do await run(focusOnView);
      while (!(await isShown(page().locator('.monaco-list:focus').filter({ has: group }))));
      await press('Home');
    };
    await comeToTop();
    for (const name of names) await row(waiting(name)).waitFor();
    await shootInThemes('conversations-three');
    for (const name of names) {
      await comeToTop();
      await walkTo(waiting(name));
      await press('Enter');
      await view()
        .getByRole('group', { name: `Create notes/waits-${name}.txt?` })
        .waitFor();
      await asked();
      await view().locator('.permission:focus, textarea:focus').first().waitFor();
      await press('Control+Enter');
      await answered();
    }
  });

  it('renames with F2, and deletes with Delete what then can come back', async () => {
    await run(focusOnView);
    await walkTo(/^roll 1d1\+41/);
    // A row that is drawn anew at that moment loses the key.
    do await press('F2');
    while (!(await isShown(title('Rename Conversation'))));
    await press('Control+A');
    await enter('Stripes #release');
    await row(/^Stripes #release, /).waitFor();
    await run(focusOnView);
    await walkTo(/^Stripes #release, /);
    await press('Delete');
    const notifications = await notified('Deleted “Stripes #release”.');
    await row(/^Stripes #release, /).waitFor({ state: 'detached' });
    await notifications.getByRole('button', { name: 'Undo' }).click();
    await row(/^Stripes #release, /).waitFor();
  });

  it('finds a word, and opens the conversation there', async () => {
    await begin();
    await run('Converser: Open or Search Conversations…');
    await title('Open or Search Conversations').waitFor();
    await type('okapi tool:write');
    await found().filter({ hasText: 'okapi.txt' }).first().waitFor();
    await shootInThemes('conversations-search');
    await press('Control+A');
    await type('#RELEASE');
    await found().first().filter({ hasText: 'Stripes #release' }).waitFor();
    await press('Control+A');
    await type('ROLL 1D1+41');
    await found().first().filter({ hasText: 'Stripes' }).getByText('roll 1d1+41').first().waitFor();
    await press('Enter');
    await view().getByText('1 of 1', { exact: true }).waitFor();
    await view().getByText('roll 1d1+41').first().waitFor();
    await shootInThemes('conversations-found');
    await press('Escape');
  });
}
