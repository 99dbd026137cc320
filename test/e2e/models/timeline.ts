import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import {
  type Answer,
  answerChunks,
  chunk,
  type FakeOpenAiServer,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import { converserEditor } from '../../workbench/workbench-actions.ts';
import { stepsIn } from '../window-steps.ts';
import { chooseModel, paidModel, type WindowAndServer } from './choose-model.ts';

const question = {
  reason: 'It decides.',
  questions: [{ question: 'Which part?', options: ['All', 'Some'] }],
};
const calls = [
  { name: 'workspace__read_file', arguments: '{"path":"long.txt"}' },
  { name: 'workspace__read_file', arguments: '{"path":"README.md"}' },
  { name: 'dialogue__ask_person', arguments: JSON.stringify(question) },
].map((asked, index) => ({ index, id: `call_${index}`, type: 'function', function: asked }));

/** Reads two files and asks you at the same time, and then only answers. */
const reader: Answer = (response, received) => {
  const hasRead = JSON.stringify(received.body.messages).includes('call_');
  const said = hasRead
    ? [chunk({ content: 'Both are read.' }), chunk({}, 'stop')]
    : [chunk({ tool_calls: calls }), chunk({}, 'tool_calls')];
  const usage = { prompt_tokens: 4_000, completion_tokens: 40, total_tokens: 4_040 };
  return answerChunks([...said, { ...chunk({}), choices: [], usage }])(response, received);
};

export function startReader(): Promise<FakeOpenAiServer> {
  return startOpenAiServer(reader);
}

/** @param open gives a window with the provider "reader", whose model costs three and fifteen dollars */
export function testTimeline(open: () => WindowAndServer): void {
  const { page, view, press, begin, send, pressButton, place, run, shoot, shootInThemes } = stepsIn(
    () => open().workbench,
  );
  let server: FakeOpenAiServer;
  const lastChat = () => server.received.findLast(({ url }) => url.endsWith('/chat/completions'));

  before(async () => {
    ({ server } = open());
    await writeFile(place('long.txt'), 'A line of a long file.\n'.repeat(400));
    await begin();
    await chooseModel(view(), { provider: 'reader', model: 'test-model' });
  });

  after(() => chooseModel(view(), paidModel));

  it('shows calls at the same time and the wait for you, and is walked by keyboard, also as a table', async () => {
    await send('Look at both.');
    await view().locator('.request:focus, .request').first().waitFor();
    await pressButton('Send Answer');
    const turn = view().locator('converser-turn').last();
    await turn.getByText('Both are read.').first().waitFor();
    await turn.locator('details.spending > summary').focus();
    await press('Enter');
    const bars = turn.getByRole('option');
    await bars.first().waitFor();
    await pressButton(/^Show timeline as table/);
    await press('Enter');
    await press('Tab');
    await bars.first().and(view().locator(':focus')).waitFor();
    const walked: string[] = [];
    for (let at = 0; at < 5; at++) {
      walked.push((await turn.locator('.timeline-words').textContent()) ?? '');
      await press('ArrowRight');
    }
    assert.match(walked[0] ?? '', /^Round 1, model, .*first token after .*4000 → 40 tokens, \$0\.0126/);
    assert.match(walked[1] ?? '', /^workspace:read_file, /);
    assert.match(walked[2] ?? '', /^workspace:read_file, /);
    assert.match(walked[3] ?? '', /^dialogue:ask_person, .*waited .* for you/);
    assert.match(walked[4] ?? '', /^Round 2, model, /);
    await shootInThemes('timeline');
    await pressButton(/^Show timeline as table/, 'Shift+Tab');
    await turn.getByRole('table', { name: 'Timeline' }).getByText('dialogue:ask_person').waitFor();
    await shoot('timeline-table');
  });

  it('leaves the largest result out by keyboard, so that the model reads that you did', async () => {
    await pressButton(/context window/i);
    const largest = view().getByRole('list', { name: 'What is largest' }).getByRole('listitem');
    await largest.first().getByText('long.txt').waitFor();
    await shoot('largest');
    await pressButton(/^Leave out workspace:read_file .*long\.txt/);
    await view()
      .locator('converser-compaction summary')
      .getByText(/^Compacted: 1 result left out/)
      .waitFor();
    await send('Go on.');
    await view().locator('converser-turn').nth(1).getByText('Both are read.').waitFor();
    const sent = JSON.stringify(lastChat()?.body.messages);
    assert.match(sent, /\[The user left this out: the result of workspace:read_file/);
    assert.doesNotMatch(sent, /A line of a long file\.\\+n.*A line of a long file/);
    await shoot('largest-left-out');
  });

  it('is summed up in the ledger, by conversation, too', async () => {
    await run('Converser: Show Spending…');
    const ledger = converserEditor(page());
    await ledger.getByRole('figure').waitFor();
    await ledger.getByRole('link', { name: 'Conversation', exact: true }).press('Enter');
    await ledger.getByRole('link', { name: 'Look at both.' }).waitFor();
    await shootInThemes('ledger');
  });
}
