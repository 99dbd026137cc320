import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, inThemes, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { pressUntilFocused } from '../keyboard.ts';
import { writeMessage } from '../message-field.ts';

/** @param open gives the window in which these tests run */
export function testCommands(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(async () => {
    workbench = open();
    page = workbench.page;
    view = converserView(page);
    await beginConversation(page, view);
  });

  const run = async (command: string) => {
    await writeMessage(page, view, `/invoke shell:run_command ${JSON.stringify({ command })}`);
    await page.keyboard.press('Enter');
  };
  const asked = () => view.getByRole('button', { name: 'Allow Once' }).waitFor();
  const done = () => view.getByLabel('Stop', { exact: true }).waitFor({ state: 'detached' });
  const line = 'echo first && echo second | tr a-z A-Z';

  it('are asked about with the whole line, and run unasked once exactly this line is allowed', async () => {
    await run(line);
    await asked();
    await view.getByText(`Run ${line}?`, { exact: true }).waitFor();
    await view.getByText('A line for the shell can run any program.').first().waitFor();
    await inThemes(workbench, async theme => void (await takeScreenshot(page, `command-question-${theme}`)));
    await pressUntilFocused(page, 'Tab', 'Allow More…');
    await page.keyboard.press('Enter');
    await view.getByLabel('Which calls').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await takeScreenshot(page, 'command-question-more');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await done();
    await view.getByText('Exit code 0 after').first().waitFor();
    await view.getByText('SECOND').first().waitFor();
    await takeScreenshot(page, 'command-output');

    await beginConversation(page, view);
    await run(line);
    await view.getByText('Exit code 0 after').first().waitFor();
    await done();
    assert.equal(await view.getByRole('button', { name: 'Allow Once' }).count(), 0);
  });

  it('are asked about where anything else is in the line', async () => {
    await run(`${line}; echo third`);
    await asked();
    await pressUntilFocused(page, 'Tab', 'Deny');
    await page.keyboard.press('Enter');
    await done();
    await view.getByText('was not allowed to run').first().waitFor();
  });
}
