import assert from 'node:assert/strict';
import { createServerLists } from '../../../../src/vscode/mcp/references/server-lists.ts';

describe('lists of MCP servers', () => {
  it('are cached briefly, and read again after changes and failures', async () => {
    let now = 0;
    let asked = 0;
    let changed = () => {};
    let answer: () => Promise<readonly never[]> = async () => [];
    const server = {
      manifest: { capabilities: { prompts: {} } },
      prompts: () => {
        asked++;
        return answer();
      },
      onDidChangeList: (listener: () => void) => {
        changed = listener;
        return { dispose: () => {} };
      },
    };
    const lists = createServerLists({ monotonic: () => now } as never);
    const ask = () => lists.prompts(server as never, AbortSignal.timeout(60_000));
    await ask();
    await ask();
    assert.equal(asked, 1);
    changed();
    await ask();
    assert.equal(asked, 2);
    now = 60_000;
    answer = () => Promise.reject(new Error('gone'));
    await assert.rejects(ask());
    answer = async () => [];
    await ask();
    assert.equal(asked, 4);
  });
});
