import type { FrameLocator, Page } from 'playwright-core';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, inThemes, runCommand, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { pressUntilFocused } from '../keyboard.ts';
import { writeMessage } from '../message-field.ts';

/** @param open gives the window in which these tests run */
export function testSteering(open: () => Workbench): void {
  let workbench: Workbench;
  let page: Page;
  let view: FrameLocator;

  before(async () => {
    workbench = open();
    page = workbench.page;
    view = converserView(page);
    await beginConversation(page, view);
  });

  /** A round lasts as long as its question is not answered. */
  async function beginRound(file: string): Promise<void> {
    await writeMessage(page, view, `write hello in notes/${file}`);
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Allow Once' }).waitFor();
  }

  async function allow(): Promise<void> {
    await pressUntilFocused(page, 'Tab', 'Allow Once');
    await page.keyboard.press('Enter');
  }

  it('sends a waiting message before the next round', async () => {
    await beginRound('first.txt');
    await writeMessage(page, view, 'roll 3d1');
    await page.keyboard.press('Enter');
    await writeMessage(page, view, 'roll 4d1');
    await page.keyboard.press('Enter');
    await view.getByText('Sent after the answer:').waitFor();
    await pressUntilFocused(page, 'Shift+Tab', 'Send now: roll 3d1');
    await page.keyboard.press('Enter');
    await view.getByText('Sent before the next round:').waitFor();
    await inThemes(workbench, async theme => void (await takeScreenshot(page, `steering-waiting-${theme}`)));
    await allow();
    const turns = view.getByRole('article');
    const first = turns.filter({ hasText: 'write hello in notes/first.txt' });
    await first.locator('.user').filter({ hasText: 'roll 3d1' }).waitFor();
    await turns.filter({ hasText: 'roll 4d1' }).getByText('1 tool call', { exact: false }).waitFor();
    await view.getByText('Sent after the answer:').waitFor({ state: 'detached' });
    await takeScreenshot(page, 'steering-sent');
  });

  it('stops after the round, by a key and from the palette, and keeps what the round has done', async () => {
    await beginRound('second.txt');
    await page.keyboard.press('Shift+Escape');
    const hint = view.getByText('Stops after this round', { exact: true });
    await hint.waitFor();
    await page.keyboard.press('Shift+Escape');
    await hint.waitFor({ state: 'detached' });
    await runCommand(page, 'Converser: Stop After This Round');
    await hint.waitFor();
    await takeScreenshot(page, 'steering-stopping');
    await page.keyboard.press('Control+Alt+J');
    await allow();
    await view.locator('.outcome').getByText('Stopped after this round. Its results are kept.').waitFor();
    await view.getByRole('button', { name: 'Continue', exact: true }).waitFor();
    await takeScreenshot(page, 'steering-stopped');
  });
}
