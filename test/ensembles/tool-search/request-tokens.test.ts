import assert from 'node:assert/strict';
import { converse } from '../../../src/converser/turn/converse.ts';
import { supervisorText } from '../../../src/converser/turn/request/supervisor-text.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import type { EnsembleRoster } from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import type { ModelRequest } from '../../../src/converser/words/models/provider.ts';
import { countTokens } from '../../../src/providers/openai/count-tokens.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { shippedRoster } from '../shipped-roster.ts';
import { listedServers } from './listed-servers.ts';

/** The first request of a conversation that begins with "hello". */
async function helloTo(roster: EnsembleRoster, contextTokens: number | undefined): Promise<ModelRequest> {
  const scripted = createScriptedModel(says('Hello.'));
  const capabilities = { ...scripted.capabilities, ...(contextTokens && { contextTokens }) };
  const ports = { ...(await createFakePorts()), roster };
  const signal = new AbortController().signal;
  const options = {
    ports,
    model: { ...scripted, capabilities },
    signal,
    supervisor: supervisorText(['demo']),
  };
  await Array.fromAsync(converse(createConversation('c'), { content: [text('hello')] }, options));
  const [request] = scripted.requests;
  assert.ok(request);
  return request;
}

describe('What a request costs', () => {
  it('is at most 1,600 tokens for "hello" with the shipped ensembles', async () => {
    const { roster, dispose } = await shippedRoster();
    const request = await helloTo(roster, 200_000);
    await dispose();
    const tokens = countTokens(request);
    assert.ok(tokens <= 1_600, `${tokens} tokens`);
    const names = request.tools.map(({ name }) => name);
    const daily = ['read_file', 'list_directory', 'search_text', 'find_files', 'edit_file', 'write_file'];
    for (const name of daily) assert.ok(names.includes(`workspace__${name}`), name);
    for (const name of ['shell__run_command', 'tools__find_tools']) assert.ok(names.includes(name), name);
  });

  for (const window of [undefined, 8_192, 32_768, 200_000, 1_000_000]) {
    it(`is at most 6,000 tokens with 278 tools and a window of ${window ?? 'unknown'} tokens`, async () => {
      const { roster, dispose } = await shippedRoster();
      for (const server of await listedServers()) await roster.set(server);
      assert.ok(roster.invokers().length >= 278);
      const request = await helloTo(roster, window);
      await dispose();
      const tokens = countTokens(request);
      assert.ok(tokens <= 6_000, `${tokens} tokens`);
    });
  }
});
