import assert from 'node:assert/strict';
import { text } from '../../src/converser/words/canister/content.ts';
import { createClientConversations } from '../../src/gateway/conversations/client-conversations.ts';
import type { KeptTurn } from '../../src/gateway/conversations/kept-conversations.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../fakes/scripted-model.ts';

describe('what a model thinks when a program asks it', () => {
  it('is kept once with each part of the turn that it led to', async () => {
    const ports = await createFakePorts({
      ensembles: [createFakeEnsemble('files', { read: () => 'Alpha.' })],
    });
    const turns: KeptTurn[] = [];
    const conversations = createClientConversations(
      { name: 'cline', mayUse: () => true, state: { answering: new Set(), namespaces: new Map() } },
      {
        ports,
        kept: {
          list: async () => [],
          find: async () => undefined,
          keep: async turn => void turns.push(turn),
          settle: async () => {},
          onDidChange: () => ({ dispose() {} }),
        },
      },
    );
    const thinks = (said: string) => ({ type: 'reasoning-delta', text: said }) as const;
    const model = createScriptedModel(
      [thinks('First'), ...invokes(['files__read', {}])],
      [thinks('Then'), ...says('Alpha.')],
    );
    const { events } = conversations.ask(
      { content: [text('Go.')], model, tools: ['*'] },
      AbortSignal.timeout(10_000),
    );
    await Array.fromAsync(events);
    assert.deepEqual(
      turns.map(({ canisters, thoughts }) => [
        canisters.map(({ role }) => role),
        thoughts?.map(({ before, text: kept }) => [before, kept]),
      ]),
      [
        [['user', 'invocation', 'result'], [['call-1', 'First']]],
        [['assistant'], [['assistant-1', 'Then']]],
        [[], undefined],
      ],
    );
  });
});
