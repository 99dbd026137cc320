import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { answerChunks, chunk, type FakeOpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { runCommand } from '../../workbench/workbench-actions.ts';

/** @param open gives a window in which the companion is, too */
export function testOtherExtension(open: () => Workbench): void {
  let server: FakeOpenAiServer;

  before(async () => {
    const call = {
      index: 0,
      id: 'call_1',
      type: 'function',
      function: { name: 'companion_roll', arguments: '{"sides":6}' },
    };
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
    const { page, folder } = open();
    const title = (text: string) => page.locator('.quick-input-title').getByText(text, { exact: true });
    await runCommand(page, 'Converser: Connect to Models…');
    await title('Connect to Models').waitFor();
    await page.keyboard.type('Another');
    await page.keyboard.press('Enter');
    await title('OpenAI-Compatible Server').waitFor();
    await page.keyboard.type(server.url);
    await page.keyboard.press('Enter');
    await title(`${new URL(server.url).host}: 1 model found`).waitFor();
    await page.keyboard.press('Escape');
    await runCommand(page, 'Companion: Ask a Model of Converser');
    await page.locator('.explorer-folders-view').getByText('companion.json').waitFor();
    const report = JSON.parse(await readFile(path.join(folder, 'companion.json'), 'utf8'));
    assert.deepEqual(report.calls, [{ name: 'companion_roll', input: { sides: 6 } }]);
    assert.equal(report.answer, 'You rolled a 4.');
    assert.ok(report.tokens > 3 && report.tokens < 20);
  });
}
