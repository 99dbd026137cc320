import assert from 'node:assert/strict';
import { converse } from '../../../src/converser/turn/converse.ts';
import { converseOnTrial } from '../../../src/converser/turn/converse-on-trial.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import type { WindowMeasure } from '../../../src/converser/words/context-window/window-measure.ts';
import {
  type Conversation,
  createConversation,
} from '../../../src/converser/words/conversation/conversation.ts';
import type { Ensemble } from '../../../src/converser/words/ensemble/ensemble.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, type Script, says } from '../../fakes/scripted-model.ts';
import { pluck } from '../pluck.ts';

const long = 'A line that is long enough to be worth something.\n'.repeat(40);

async function setUp(scripts: readonly Script[]) {
  const files = createFakeEnsemble('files', { read: () => long });
  const connected: string[] = [];
  const ensemble: Ensemble = {
    ...files,
    get state() {
      return { status: connected.length === 0 ? 'disconnected' : 'ready' } as const;
    },
    connect: async () => void connected.push('files'),
  };
  const ports = await createFakePorts({ ensembles: [ensemble] });
  const scripted = createScriptedModel(...scripts);
  const model = { ...scripted, capabilities: { ...scripted.capabilities, contextTokens: 100_000 } };
  const { signal } = new AbortController();
  const options = { ports, model, signal, supervisor: 'Be brief.' };
  const windowsOf = async (events: ReturnType<typeof converse>) =>
    (await Array.fromAsync(events)).flatMap((event): WindowMeasure[] =>
      event.type === 'window' ? [event.measure] : [],
    );
  return {
    ...{ model: scripted, connected },
    trial: async (conversation: Conversation, contextTokens = 100_000) => {
      const small = { ...model, capabilities: { ...model.capabilities, contextTokens } };
      const events = converseOnTrial(conversation, { content: [] }, { ...options, model: small });
      return (await windowsOf(events))[0];
    },
    say: (conversation: Conversation) =>
      windowsOf(converse(conversation, { content: [text('Go.')] }, options)),
  };
}

describe('a turn on trial', () => {
  it('tells what the first request would take, but for what you write, and changes nothing', async () => {
    const { trial, say, model, connected } = await setUp([says('Hello.')]);
    const conversation = createConversation('c');
    const measured = await trial(conversation);
    assert.deepEqual([model.requests.length, conversation.canisters.length], [0, 0]);
    assert.equal(conversation.spending.requests, 0);
    assert.deepEqual(connected, []);
    assert.ok((measured?.parts.instructions ?? 0) > 0);
    assert.deepEqual(pluck(measured?.parts.tools ?? [], 'ensemble'), ['files']);
    const [sent] = await say(conversation);
    assert.deepEqual(connected, ['files']);
    // The word and its full stop.
    const more = (sent?.total ?? 0) - (measured?.total ?? 0);
    assert.ok(more > 0 && more < 5, String(more));
  });

  it('counts what the conversation holds, by what its provider has reported', async () => {
    const used = { type: 'usage', usage: { input: 700, output: 5 } } as const;
    const { trial, say } = await setUp([
      invokes(['files__read', {}]),
      [...says('Read.').slice(0, 1), used, { type: 'finish', reason: 'stop' }],
    ]);
    const conversation = createConversation('c');
    const [, second] = await say(conversation);
    assert.equal(second?.isEstimate, true);
    const measured = await trial(conversation);
    assert.equal(measured?.isEstimate, undefined);
    assert.ok(Math.abs((measured?.total ?? 0) - 700) < 60, String(measured?.total));
    assert.ok((measured?.parts.results ?? 0) > (measured?.total ?? 0) / 2);
  });

  it('leaves nothing out, however little room there is, because that may take a request', async () => {
    const { trial, say, model } = await setUp([invokes(['files__read', {}]), says('Read.')]);
    const conversation = createConversation('c');
    await say(conversation);
    const { length } = model.requests;
    const measured = await trial(conversation, 500);
    assert.ok((measured?.parts.results ?? 0) > 400);
    assert.equal(model.requests.length, length);
  });
});
