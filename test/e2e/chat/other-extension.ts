import assert from 'node:assert/strict';
import { answerChunks, chunk, type FakeOpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { stepsIn } from '../window-steps.ts';

/** @param open gives a window in which the companion is, too */
export function testOtherExtension(open: () => Workbench): void {
  const { page, press, enter, run, title, textIn } = stepsIn(open);
  let server: FakeOpenAiServer;

  before(async () => {
    const rolling = { name: 'companion_roll', arguments: '{"sides":6}' };
    const call = { index: 0, id: 'call_1', type: 'function', function: rolling };
    server = await startOpenAiServer((response, received) => {
      const isAnswered = JSON.stringify(received.body.messages).includes('The die shows 4.');
      const chunks = isAnswered
        ? [chunk({ content: 'You rolled a 4.' }), chunk({}, 'stop')]
        : [chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')];
      return answerChunks(chunks)(response, received);
    });
  });

  after(() => server?.close());

  it('uses a model of ours through VS Code, with a tool of its own', async () => {
    await run('Converser: Connect to Models…');
    await title('Connect to Models').waitFor();
    await enter('Another');
    await title('OpenAI-Compatible Server').waitFor();
    await enter(server.url);
    await title(`${new URL(server.url).host}: 1 model found`).waitFor();
    await press('Escape');
    await run('Companion: Ask a Model of Converser');
    // What is connected is used in the sidebar, which is shown.
    await run('View: Show Explorer');
    await page().locator('.explorer-folders-view').getByText('companion.json').waitFor();
    const report = JSON.parse(await textIn('companion.json'));
    assert.deepEqual(report.calls, [{ name: 'companion_roll', input: { sides: 6 } }]);
    assert.equal(report.answer, 'You rolled a 4.');
    assert.ok(report.tokens > 3 && report.tokens < 20);
  });
}
