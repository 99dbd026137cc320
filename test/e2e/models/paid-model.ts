import assert from 'node:assert/strict';
import {
  type Answer,
  answerChunks,
  answerJson,
  chunk,
  type FakeOpenAiServer,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import { pretendModel } from '../../fakes/pretend-model.ts';
import { shownAtLast } from '../../workbench/shown-at-last.ts';
import { converserEditor } from '../../workbench/workbench-actions.ts';
import { stepsIn } from '../window-steps.ts';
import type { WindowAndServer } from './choose-model.ts';

const usage = { prompt_tokens: 12_000, completion_tokens: 90, total_tokens: 12_090 };
const reading = { name: 'workspace__read_file', arguments: '{"path":"README.md"}' };
const call = { index: 0, id: 'call_1', type: 'function', function: reading };
const capable = pretendModel({ calls: 'good', parallel: true, contract: true });

/** Wants a key, reads the file it is asked about, and can be checked. */
const paid: Answer = (response, received) => {
  if (received.headers.authorization !== 'Bearer the-right-key')
    return answerJson({ error: { message: 'Incorrect API key provided.' } }, 401)(response);
  const asked = JSON.stringify(received.body.messages);
  if (!asked.includes('README.md')) return capable(response, received);
  const isAnswered = asked.includes('A small workspace');
  const said = isAnswered
    ? [chunk({ content: 'It tells of a **small workspace**.' }), chunk({}, 'stop')]
    : [chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')];
  return answerChunks([...said, { ...chunk({}), choices: [], usage }])(response, received);
};

export function startPaidModel(): Promise<FakeOpenAiServer> {
  return startOpenAiServer(paid);
}

/** @param open gives a window whose user has the provider "paid" at three and fifteen dollars, and the server of that */
export function testPaidModel(open: () => WindowAndServer): void {
  const steps = stepsIn(() => open().workbench);
  const { page, view, enter, pressButton, button } = steps;
  const { openSidebar, run, send, title, shoot, shootInThemes } = steps;
  let server: FakeOpenAiServer;

  before(() => {
    ({ server } = open());
  });

  it('leads from its refusal to setting the key, and to trying again', async () => {
    await openSidebar();
    const group = view().getByRole('group', { name: 'Paid' });
    const option = group.getByRole('option', { name: /^test-model ?, ?.*\$3 → \$15 per 1M.* tools$/ });
    await button(/^Model: Rehearsal/).click();
    await shoot('paid-picker');
    await option.click();
    await button('Model: test-model').waitFor();
    await view().getByLabel('Message', { exact: true }).click();
    await enter('what is in README.md?');
    await view().getByText('rejected the API key').first().waitFor();
    await shoot('paid-refused');
    await pressButton('Set API Key…', 'Shift+Tab');
    const question = title('API key for Paid');
    await question.waitFor();
    await enter('the-right-key');
    // It goes away when the key is accepted.
    await question.waitFor({ state: 'hidden' });
    // The question is sent again by itself.
    await view().getByText('small workspace', { exact: true }).first().waitFor();
  });

  it('says under the turn what it cost, and no second time while there is no other turn', async () => {
    const spent = '24.0k → 180 tokens, $0.0747';
    await view().locator('converser-turn').getByText(spent).waitFor();
    assert.equal(await view().getByText(`Total: ${spent}`).count(), 0);
    await shootInThemes('paid-turn');
  });

  it('shows the request and the reply of a round by keyboard, without the key', async () => {
    const figures = view().locator('converser-turn details.spending > summary').last();
    await figures.focus();
    await page().keyboard.press('Enter');
    await pressButton('Show request of round 2');
    await page().getByRole('tab', { name: 'Round 2.md' }).waitFor();
    const lines = page().locator('.editor-instance .view-line');
    await shownAtLast(lines.getByText(/^authorization:\s••••$/));
    await shootInThemes('paid-request');
    await openSidebar();
    await pressButton('Show raw request of round 1', 'Shift+Tab');
    await page().getByRole('tab', { name: 'Round 1.http' }).waitFor();
    await shownAtLast(lines.getByText(/^authorization:\s••••$/));
    assert.equal(await lines.getByText('the-right-key').count(), 0);
  });

  it('is checked only after a question that says what it may cost', async () => {
    const before = posts();
    await askToCheck();
    const question = page().locator('.monaco-dialog-box');
    await question.getByText('At most about $0.51.').waitFor();
    await shoot('paid-question');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(posts(), before, 'something was sent although nobody agreed');
    assert.equal(await page().getByRole('tab', { name: 'Check: test-model' }).count(), 0);

    await askToCheck();
    await question.getByRole('button', { name: 'Check', exact: true }).click();
    await page().getByRole('tab', { name: 'Check: test-model' }).waitFor();
    await shownAtLast(converserEditor(page()).getByText('Tools: native.'));
    assert.ok(posts() > before);
    await shoot('paid-card');
  });

  it('still has its key when the window was loaded again', async () => {
    await steps.reloadWindow();
    await view().getByLabel('Message', { exact: true }).waitFor();
    await openSidebar();
    await send('what is in README.md?');
    await view()
      .locator('converser-turn', { hasText: 'small workspace' })
      .nth(1)
      .waitFor({ timeout: 30_000 });
  });

  async function askToCheck(): Promise<void> {
    await run('Converser: Check Model…');
    await page().locator('.quick-input-list').getByText('paid/test-model').click();
  }

  function posts(): number {
    return server.received.filter(({ method }) => method === 'POST').length;
  }
}
