import assert from 'node:assert/strict';
import { converse } from '../../../src/converser/turn/converse.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import { withToolUse } from '../../../src/providers/wrappers/with-tool-use.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';

describe('a request of a turn', () => {
  const called = '{"calls": [{"name": "e__read", "arguments": {}}]}';
  const scripts = { native: invokes(['read', {}]), contract: says(called) } as const;
  for (const [how, first] of Object.entries(scripts))
    it(`says for which round of which turn it is: ${how}`, async () => {
      const ports = await createFakePorts({ ensembles: [createFakeEnsemble('e', { read: () => 'Alpha.' })] });
      const scripted = createScriptedModel(first, says('It says Alpha.'));
      const model = await withToolUse(scripted, how as keyof typeof scripts);
      const options = { ports, model, signal: new AbortController().signal };
      const prompt = { content: [text('Read.')] };
      const events = await Array.fromAsync(converse(createConversation('c'), prompt, options));
      const start = events.find(({ type }) => type === 'turn-start');
      const turn = start?.type === 'turn-start' && start.canisters[0]?.id;
      const origins = scripted.requests.map(({ origin }) => origin);
      assert.deepEqual(
        origins,
        origins.map((_, at) => ({ conversation: 'c', turn, round: at + 1 })),
      );
      assert.equal(origins.length, 2);
    });
});
