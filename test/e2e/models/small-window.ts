import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import {
  type Answer,
  answerChunks,
  chunk,
  type FakeOpenAiServer,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { pressUntilFocused } from '../keyboard.ts';
import { writeMessage } from '../message-field.ts';
import { chooseModel, paidModel } from './choose-model.ts';

/** Tells a long story for each number, and sums up what it is asked to sum up. */
const talker: Answer = async (response, received) => {
  const messages = received.body.messages as readonly { readonly role: string; readonly content: unknown }[];
  const asked = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content ?? '');
  const number = /Story (\d)/.exec(asked)?.[1];
  const isStory = /^"Story \d/.test(asked);
  const story = `Here is story ${number}. ${'Once upon a time there was a small window. '.repeat(150)}`;
  return answerChunks([chunk({ content: isStory ? story : 'They told stories.' }), chunk({}, 'stop')])(
    response,
    received,
  );
};

export function startTalker(): Promise<FakeOpenAiServer> {
  return startOpenAiServer(talker, [{ id: 'gpt-oss-20b', object: 'model', created: 0, owned_by: 'test' }]);
}

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
