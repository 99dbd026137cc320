import assert from 'node:assert/strict';
import { text } from '../../src/converser/words/canister/content.ts';
import { createClientConversations } from '../../src/gateway/conversations/client-conversations.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../fakes/scripted-model.ts';

describe('the turn of a program', () => {
  it('waits for the disk where something is to be changed, and at its end, and else only keeps its rounds', async () => {
    const done: string[] = [];
    const change = {
      annotations: { readOnly: false, destructive: false },
      invocable: () => done.push('change'),
    };
    const tools = { read: () => String(done.push('read')), change };
    const ports = await createFakePorts({
      ensembles: [createFakeEnsemble('files', tools)],
      answers: ['once'],
    });
    const kept = {
      list: async () => [],
      find: async () => undefined,
      keep: async () => void done.push('keep'),
      settle: async (id: string) => void done.push(`settle ${id === asked.conversationId}`),
      onDidChange: () => ({ dispose() {} }),
    };
    const state = { answering: new Set<string>(), namespaces: new Map() };
    const conversations = createClientConversations(
      { name: 'cline', mayUse: () => true, state },
      { ports, kept },
    );
    const model = createScriptedModel(
      invokes(['files__read', {}]),
      invokes(['files__change', {}]),
      says('Done.'),
    );
    const question = { content: [text('Go.')], model, tools: ['*'] };
    const asked = conversations.ask(question, AbortSignal.timeout(10_000));
    await Array.fromAsync(asked.events);
    const rounds = ['read', 'keep', 'settle true', 'change', 'keep', 'settle true'];
    assert.deepEqual(done, [...rounds, 'keep', 'keep', 'settle true']);
  });
});
