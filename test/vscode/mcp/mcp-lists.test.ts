import assert from 'node:assert/strict';
import type { Prompt } from '@modelcontextprotocol/client';
import { listeners } from '../../../src/converser/async/listeners.ts';
import type { McpEnsemble } from '../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createServerLists } from '../../../src/vscode/mcp/references/server-lists.ts';
import { createFakeClock } from '../../fakes/fake-host.ts';

const never = () => new AbortController().signal;

describe('a list of an MCP server that several wait for', () => {
  it('remains for the others when one of them stops waiting, as after more typing', async () => {
    const asked: AbortSignal[] = [];
    const answer = Promise.withResolvers<readonly Prompt[]>();
    const server = {
      manifest: { capabilities: { prompts: {} } },
      prompts(signal: AbortSignal) {
        asked.push(signal);
        signal.addEventListener('abort', () => answer.reject(signal.reason));
        return answer.promise;
      },
      onDidChangeList: listeners<'prompts'>().listen,
    } as unknown as McpEnsemble;
    const lists = createServerLists(createFakeClock());
    const typed = new AbortController();
    const first = lists.prompts(server, typed.signal);
    const second = lists.prompts(server, never());
    typed.abort();
    await assert.rejects(first, { code: 'cancelled' });
    answer.resolve([{ name: 'greet' }]);
    assert.deepEqual(await second, [{ name: 'greet' }]);
    assert.equal(asked.length, 1);
  });
});
