import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import type { FakeOpenAiServer } from '../../fakes/openai-server.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { isShown } from '../../workbench/shown-at-last.ts';
import { converserView, reloadView, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { pressUntilFocused } from '../keyboard.ts';
import { writeMessage } from '../message-field.ts';
import { chooseModel, paidModel } from './choose-model.ts';

interface Opened {
  readonly workbench: Workbench;
  readonly server: FakeOpenAiServer;
}

/** @param open gives the window in which these tests run, where the talker has a window of 8,192 tokens */
export function testSmallWindow(open: () => Opened): void {
  let page: Page;
  let server: FakeOpenAiServer;
  let view: FrameLocator;

  before(async () => {
    const opened = open();
    ({ page } = opened.workbench);
    ({ server } = opened);
    view = converserView(page);
    await beginConversation(page, view);
    await chooseModel(view, { provider: 'talker', model: 'gpt-oss-20b' });
  });

  after(() => chooseModel(view, paidModel));

  async function tell(story: number): Promise<void> {
    await writeMessage(page, view, `Story ${story}, please.`);
    await page.keyboard.press('Enter');
    // The ones above may not be drawn.
    const last = view.locator('converser-turn').last();
    await last.getByText(`Here is story ${story}.`).waitFor();
    await last.getByRole('button', { name: 'Copy answer' }).waitFor();
  }

  it('is shown as a meter that opens by keyboard to what fills it', async () => {
    await tell(1);
    await pressUntilFocused(page, 'Tab', /context window/i);
    await page.keyboard.press('Enter');
    const panel = view.getByRole('dialog', { name: 'Context window' });
    await panel.getByRole('table', { name: 'What takes the tokens' }).waitFor();
    await takeScreenshot(page, 'small-window-meter');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
  });

  it('never ends a conversation: the oldest turns are summarized, and come back by keyboard', async () => {
    for (const story of [2, 3, 4, 5]) await tell(story);
    const row = view.locator('converser-compaction summary');
    await row
      .getByText(/^Compacted: \d turns? left out/)
      .first()
      .waitFor();
    await takeScreenshot(page, 'small-window-compacted');
    await row.first().focus();
    await page.keyboard.press('Enter');
    await view.getByRole('group', { name: 'What is left out' }).getByText('They told stories.').waitFor();
    await takeScreenshot(page, 'small-window-record');
    await pressUntilFocused(page, 'Tab', 'Take Back');
    await page.keyboard.press('Enter');
    await view.getByText(/^Taken back: \d turns?/).waitFor();
    await takeScreenshot(page, 'small-window-taken-back');
  });
  it('keeps the answer that you have pinned, by keyboard, whatever else is left out', async () => {
    await beginConversation(page, view);
    await tell(1);
    await pressUntilFocused(page, 'Shift+Tab', 'Pin answer');
    await page.keyboard.press('Enter');
    const pin = view.locator('[aria-label="Pin answer"][aria-pressed="true"]');
    await pin.waitFor();
    await takeScreenshot(page, 'small-window-pinned');
    for (const story of [2, 3, 4, 5]) await tell(story);
    await view
      .locator('converser-compaction summary')
      .getByText(/^Compacted: \d turns? left out/)
      .first()
      .waitFor();
    const sent = JSON.stringify(server.received.at(-1)?.body.messages);
    assert.match(sent, /Here is story 1\. Once upon a time/);
    assert.doesNotMatch(sent, /Here is story 2\./);
    await reloadView(page, view);
    await view.locator('converser-turn').last().getByText('Here is story 5.').waitFor();
    // Until all is drawn, the log goes to its end by itself.
    do await view.locator('.log').evaluate(log => log.scrollTo(0, 0));
    while (!(await isShown(pin)));
  });

  it('thinks as hard as you choose beside it, by keyboard', async () => {
    await beginConversation(page, view);
    await pressUntilFocused(page, 'Tab', 'Thinking: As usual');
    await page.keyboard.press('Enter');
    await view.getByRole('listbox', { name: 'Thinking' }).waitFor();
    await page.keyboard.press('End');
    await takeScreenshot(page, 'small-window-effort');
    await page.keyboard.press('Enter');
    await view.getByRole('button', { name: 'Thinking: High' }).waitFor();
    await tell(1);
    assert.equal(server.received.at(-1)?.body.reasoning_effort, 'high');
    await takeScreenshot(page, 'small-window-effort-chosen');
  });
}
