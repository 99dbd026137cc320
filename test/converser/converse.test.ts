import assert from 'node:assert/strict';
import { text } from '../../src/converser/content.ts';
import { createConversation } from '../../src/converser/conversation.ts';
import { converse } from '../../src/converser/converse.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakeHouse } from '../fakes/fake-house.ts';
import { createScriptedModel, invokes, says } from '../fakes/scripted-model.ts';

describe('converse', () => {
  it('answers with the result of a tool', async () => {
    const house = await createFakeHouse({
      ensembles: [
        createFakeEnsemble('files', {
          read: args => `contents of ${args.path}`,
        }),
      ],
    });
    const conversation = createConversation('c');
    const model = createScriptedModel(invokes(['files__read', { path: 'a' }]), says('It says so.'));
    const events = await Array.fromAsync(
      converse(
        conversation,
        { content: [text('What is in a?')] },
        { ...house, model, signal: new AbortController().signal },
      ),
    );
    assert.deepEqual(
      events.map(event => event.type),
      [
        'turn-start',
        'round-start',
        'round-end',
        'invocation-start',
        'invocation-end',
        'round-start',
        'text-delta',
        'round-end',
        'turn-end',
      ],
    );
    assert.deepEqual(
      conversation.canisters.map(canister => canister.role),
      ['user', 'invocation', 'result', 'assistant'],
    );
  });
});
