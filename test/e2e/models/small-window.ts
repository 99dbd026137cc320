import assert from 'node:assert/strict';
import type { FakeOpenAiServer } from '../../fakes/openai-server.ts';
import { isShown } from '../../workbench/shown-at-last.ts';
import { reloadView } from '../../workbench/workbench-actions.ts';
import { stepsIn } from '../window-steps.ts';
import { chooseModel, paidModel, type WindowAndServer } from './choose-model.ts';

/** @param open gives the window in which these tests run, where the talker has a window of 8,192 tokens */
export function testSmallWindow(open: () => WindowAndServer): void {
  const { page, view, press, begin, send, pressButton, shoot } = stepsIn(() => open().workbench);
  let server: FakeOpenAiServer;

  before(async () => {
    ({ server } = open());
    await begin();
    await chooseModel(view(), { provider: 'talker', model: 'gpt-oss-20b' });
  });

  after(() => chooseModel(view(), paidModel));

  // A local server is asked for its models once a minute, too.
  const lastChat = () => server.received.findLast(({ url }) => url.endsWith('/chat/completions'));

  async function tell(story: number): Promise<void> {
    await send(`Story ${story}, please.`);
    // The ones above may not be drawn.
    const last = view().locator('converser-turn').last();
    await last.getByText(`Here is story ${story}.`).waitFor();
    await last.getByRole('button', { name: 'Copy answer' }).waitFor();
  }

  it('is shown as a meter that opens by keyboard to what fills it', async () => {
    await tell(1);
    await pressButton(/context window/i);
    const panel = view().getByRole('dialog', { name: 'Context window' });
    await panel.getByRole('table', { name: 'What takes the tokens' }).waitFor();
    await shoot('small-window-meter');
    await press('Escape');
    await panel.waitFor({ state: 'hidden' });
  });

  it('never ends a conversation: the oldest turns are summarized, and come back by keyboard', async () => {
    for (const story of [2, 3, 4, 5]) await tell(story);
    const row = view().locator('converser-compaction summary');
    await row
      .getByText(/^Compacted: \d turns? left out/)
      .first()
      .waitFor();
    await shoot('small-window-compacted');
    await row.first().focus();
    await press('Enter');
    await view().getByRole('group', { name: 'What is left out' }).getByText('They told stories.').waitFor();
    await shoot('small-window-record');
    await pressButton('Take Back');
    await view()
      .getByText(/^Taken back: \d turns?/)
      .waitFor();
    await shoot('small-window-taken-back');
  });

  it('keeps the answer that you have pinned, by keyboard, whatever else is left out', async () => {
    await begin();
    await tell(1);
    await pressButton('Pin answer', 'Shift+Tab');
    const pin = view().locator('[aria-label="Pin answer"][aria-pressed="true"]');
    await pin.waitFor();
    await shoot('small-window-pinned');
    for (const story of [2, 3, 4, 5]) await tell(story);
    await view()
      .locator('converser-compaction summary')
      .getByText(/^Compacted: \d turns? left out/)
      .first()
      .waitFor();
    const sent = JSON.stringify(lastChat()?.body.messages);
    assert.match(sent, /Here is story 1\. Once upon a time/);
    assert.doesNotMatch(sent, /Here is story 2\./);
    await reloadView(page(), view());
    await view().locator('converser-turn').last().getByText('Here is story 5.').waitFor();
    // Until all is drawn, the log goes to its end by itself.
    do
      await view()
        .locator('.log')
        .evaluate(log => log.scrollTo(0, 0));
    while (!(await isShown(pin)));
  });

  it('thinks as hard as you choose beside it, by keyboard', async () => {
    await begin();
    await pressButton('Tools, mode and thinking');
    await view().getByRole('menuitem', { name: 'Thinking: As usual' }).press('Enter');
    await view().getByRole('listbox', { name: 'Thinking' }).waitFor();
    await press('End');
    await shoot('small-window-effort');
    await press('Enter');
    const chosen = view().getByRole('button', { name: 'Thinking: High', includeHidden: true });
    await chosen.waitFor({ state: 'attached' });
    await tell(1);
    assert.equal(lastChat()?.body.reasoning_effort, 'high');
    await shoot('small-window-effort-chosen');
  });
}
