import assert from 'node:assert/strict';
import { longestThought } from '../../../src/converser/ground/wording/thought-text.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { checkTurnEvents } from '../../contracts/check-turn-events.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { pluck } from '../pluck.ts';
import { takeTurn } from './take-turn.ts';

const thinks = (said: string): ModelEvent => ({ type: 'reasoning-delta', text: said });
const sealed: ModelEvent = { type: 'opaque', content: { type: 'opaque', provider: 'x', data: 'sealed' } };

describe('what a model thinks in a turn', () => {
  /** Plays rounds; a number is a time in milliseconds that passes. */
  async function play(...rounds: readonly (readonly (ModelEvent | number)[])[]) {
    const ports = await createFakePorts({
      ensembles: [createFakeEnsemble('files', { read: () => 'Alpha.' })],
    });
    const model = createScriptedModel(
      ...rounds.map(
        round =>
          async function* () {
            for (const step of round) {
              if (typeof step === 'number') await ports.host.clock.advance(step);
              else yield step;
            }
          },
      ),
    );
    const conversation = createConversation('c');
    const button = new AbortController();
    const hear = (event: ConverseEvent) => {
      if (event.type === 'reasoning-delta' && event.text === 'stop') button.abort();
    };
    const turn = () => takeTurn({ ports, model, conversation, signal: button.signal, hear });
    const { events } = await turn();
    checkTurnEvents(events, { isWhole: true });
    const thoughts = events.flatMap(event => (event.type === 'joined' ? (event.thought ?? []) : []));
    const ends = events.flatMap(event => (event.type === 'reasoning-end' ? [event.duration] : []));
    return { events, thoughts, ends, model, turn, conversation };
  }

  it('takes from its first word to its last, and joins with what it led to', async () => {
    const { events, thoughts } = await play(
      [500, thinks('Let me '), 4000, thinks('read it.'), 7000, ...invokes(['files__read', {}])],
      [thinks('So'), 2500, thinks('…'), 100, ...says('Alpha.')],
    );
    assert.deepEqual(thoughts, [
      { before: 'call-1', text: 'Let me read it.', duration: 4000 },
      { before: 'assistant-1', text: 'So…', duration: 2500 },
    ]);
    const second = events.findLastIndex(({ type }) => type === 'round-start');
    assert.deepEqual(pluck(events.slice(second + 1, second + 5), 'type'), [
      'reasoning-delta',
      'reasoning-delta',
      'reasoning-end',
      'text-delta',
    ]);
  });

  it('is over as soon as it is sealed, and is one whatever comes in between', async () => {
    const { thoughts, ends } = await play([
      ...[thinks('One'), 1000, thinks('.'), sealed, 9000, thinks('Two'), 200, thinks('.')],
      ...([
        { type: 'usage', usage: { output: 3 } },
        { type: 'text-delta', text: '' },
      ] as const),
      ...[300, thinks(' Three.'), ...says('Done.')],
    ]);
    assert.deepEqual(ends, [1000, 500]);
    assert.deepEqual(thoughts, [{ before: 'assistant-1', text: 'One.\n\nTwo. Three.', duration: 1500 }]);
  });

  it('ends also where the turn is stopped, and then joins nothing, as half an answer does not', async () => {
    const { ends, thoughts, events } = await play([thinks('I wonder'), 800, thinks('stop'), 9000]);
    assert.deepEqual([ends, thoughts], [[800], []]);
    assert.equal(events.at(-1)?.type, 'turn-end');
  });

  it('is forgotten where the model is asked again', async () => {
    const again: ModelEvent = { type: 'restart', message: 'It is gone.', wait: 0 };
    const { thoughts } = await play([thinks('Before'), again, thinks('After'), ...says('Done.')]);
    const texts = thoughts.map(({ text: kept }) => kept);
    assert.deepEqual(texts, ['After']);
    const { thoughts: blank } = await play([thinks(' \n'), again, thinks('\n'), ...says('Done.')]);
    assert.deepEqual(blank, []);
  });

  it('is kept up to a limit, and says how much is missing', async () => {
    const { thoughts } = await play([
      thinks('x'.repeat(longestThought - 1)),
      thinks('😀y'),
      thinks('z'.repeat(1000)),
      ...says('Done.'),
    ]);
    const [{ text: kept, omitted } = { text: '', omitted: 0 }] = thoughts;
    assert.deepEqual([kept.length, omitted], [longestThought - 1, 1003]);
    assert.ok(kept.isWellFormed());
  });

  it('is never sent to a model, neither in the turn nor in later ones', async () => {
    const { model, turn, conversation } = await play(
      [thinks('A secret plan'), ...invokes(['files__read', {}])],
      [thinks('A secret plan'), ...says('Alpha.')],
    );
    await turn();
    assert.equal(model.requests.length, 3);
    for (const held of [model.requests, conversation.canisters])
      assert.doesNotMatch(JSON.stringify(held), /secret plan/);
  });
});
