import assert from 'node:assert/strict';
import { type ConverserError, errorData, errors } from '../../../src/converser/ground/errors.ts';
import { contextOverflow } from '../../../src/converser/ground/overflow-error.ts';
import {
  type Conversation,
  createConversation,
} from '../../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import type { FallbackChains } from '../../../src/converser/words/models/fallback/fallback-chains.ts';
import { createFallbacks } from '../../../src/converser/words/models/fallback/fallbacks.ts';
import { modelReference } from '../../../src/converser/words/models/model-reference.ts';
import { createModelRoster } from '../../../src/converser/words/models/model-roster.ts';
import type { Model, ModelEvent, Price } from '../../../src/converser/words/models/provider.ts';
import type { Caps } from '../../../src/converser/words/spending/caps.ts';
import { checkTurnEvents } from '../../contracts/check-turn-events.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import {
  createScriptedModel,
  invokes,
  type Script,
  type ScriptedModel,
  says,
} from '../../fakes/scripted-model.ts';
import { pluck } from '../pluck.ts';
import { takeTurn } from './take-turn.ts';

const overloaded = failure(errors.modelOverloaded('A', 'Too many at once.'));
const refusal: Script = [
  { type: 'text-delta', text: 'I had rath' },
  { type: 'finish', reason: 'refusal' },
];

function failure(error: ConverserError, ...before: readonly ModelEvent[]): Script {
  return [...before, { type: 'failure', error: errorData(error) }];
}

function modelOf(id: string, scripts: readonly Script[], more: Partial<Model> = {}): ScriptedModel {
  const label = id.toUpperCase();
  return { ...createScriptedModel(...scripts), provider: 'p', id, label, ...more };
}

interface Scene {
  readonly chains?: FallbackChains;
  readonly caps?: Caps;
}

/** Models of which the first one is chosen, with the others as its fallbacks, unless chains say otherwise. */
async function scene(
  models: readonly [ScriptedModel, ...ScriptedModel[]],
  { chains, caps = {} }: Scene = {},
) {
  const ensembles = [createFakeEnsemble('e', { read: () => 'Alpha.' })];
  const base = await createFakePorts({ ensembles, limits: { caps } });
  const roster = createModelRoster();
  roster.add({ id: 'p', label: 'P', models: async () => models });
  const [model, ...others] = models;
  const written = chains ?? { 'p/*': others.map(modelReference) };
  const fallbacks = createFallbacks({ chains: () => written, clock: base.host.clock });
  const ports = { ...base, models: roster, fallbacks };
  const conversation = createConversation('c');
  const button = new AbortController();
  const ask = async (hear?: (event: ConverseEvent) => void) => {
    const taken = await takeTurn({ ports, model, conversation, signal: button.signal, hear });
    checkTurnEvents(taken.events, { isWhole: true });
    return taken;
  };
  return { ask, conversation, clock: base.host.clock, button };
}

const answerOf = ({ canisters }: Conversation) => JSON.stringify(canisters.at(-1)?.content);

const restartsIn = (events: readonly ConverseEvent[]) =>
  events.flatMap(event => (event.type === 'round-restart' ? [event] : []));

describe('fallbacks', () => {
  it('answer in place of a model that is overloaded, and say so', async () => {
    const [a, b] = [modelOf('a', [overloaded]), modelOf('b', [says('Here.')])];
    const { ask, conversation } = await scene([a, b]);
    const { events, end } = await ask();
    assert.equal(end.outcome, 'final');
    const message = 'A is overloaded. B answers.';
    const model = { provider: 'p', id: 'b', label: 'B' };
    const error = errorData(errors.modelOverloaded('A', 'Too many at once.'));
    assert.deepEqual(restartsIn(events), [
      { type: 'round-restart', round: 1, message, wait: 0, error, model },
    ]);
    assert.match(answerOf(conversation), /Here\./);
    assert.deepEqual(conversation.canisters.at(-1)?.fallback, { model: 'p/b', label: 'B', message });
  });

  it('take over for each reason that lies with the model or its provider, and for no other', async () => {
    const takenOver = [
      ...[errors.modelOverloaded, errors.modelQuota, errors.modelUnpaid].map(make => make('A', 'x')),
      ...[errors.modelUnreachable, errors.modelServerFailed].map(make => make('A', 'x')),
      ...[errors.modelSilent, errors.modelSuspended].map(make => make('A', 1_000)),
      ...[errors.modelUnauthorized, errors.modelConsent, errors.modelNotFound].map(make => make('A')),
    ];
    const others = [
      ...[errors.modelFailed('A', 'x'), errors.replyTooLarge('A', 'x'), errors.badArguments('x')],
      ...[contextOverflow('A', { tokens: 9, window: 8 }), errors.cancelled()],
    ];
    for (const error of [...takenOver, ...others]) {
      const isTakenOver = takenOver.includes(error);
      const b = modelOf('b', []);
      const { ask } = await scene([modelOf('a', Array(9).fill(failure(error))), b]);
      const { end } = await ask();
      assert.deepEqual([b.requests.length, end.outcome === 'final'], [isTakenOver ? 1 : 0, isTakenOver]);
    }
  });

  it('void what was said, thought and called before', async () => {
    const broken = failure(
      errors.modelUnreachable('A', 'gone'),
      { type: 'reasoning-delta', text: 'Hm.' },
      { type: 'text-delta', text: 'Half of' },
      { type: 'invocation', name: 'e__read', arguments: {} },
      { type: 'opaque', content: { type: 'opaque', provider: 'p', data: 1 } },
    );
    const { ask, conversation } = await scene([modelOf('a', [broken]), modelOf('b', [says('All.')])]);
    const { events } = await ask();
    assert.equal(restartsIn(events)[0]?.message, 'The reply from A broke off. B answers.');
    assert.doesNotMatch(JSON.stringify(conversation.canisters), /Half of|opaque|Hm\./);
    assert.ok(!conversation.canisters.some(({ role }) => role === 'invocation'));
  });

  it('answer at once while the first model has failed within the last minute', async () => {
    const a = modelOf('a', [overloaded, says('Back.')]);
    const b = modelOf('b', [says('One.'), says('Two.')]);
    const { ask, clock, conversation } = await scene([a, b]);
    await ask();
    await clock.advance(59_000);
    const { events } = await ask();
    assert.equal(a.requests.length, 1);
    const start = events.find(event => event.type === 'round-start');
    assert.deepEqual(start, { type: 'round-start', round: 1, model: { provider: 'p', id: 'b', label: 'B' } });
    const notice = events.find(event => event.type === 'notice');
    assert.deepEqual(notice, { type: 'notice', message: 'A failed a moment ago. B answers.' });
    assert.equal(conversation.canisters.at(-1)?.fallback?.message, 'A failed a moment ago. B answers.');
    await clock.advance(2_000);
    await ask();
    assert.match(answerOf(conversation), /Back\./);
  });

  it('let a model that failed a moment ago try again where nobody else can', async () => {
    const a = modelOf('a', [overloaded, says('I can now.')]);
    const b = modelOf('b', [says('One.'), overloaded]);
    const { ask, conversation } = await scene([a, b]);
    await ask();
    await ask();
    assert.match(answerOf(conversation), /I can now\./);
  });

  it('end, whatever the chain, once each model has failed in the round', async () => {
    const never = Array<Script>(9).fill(overloaded);
    const models = [modelOf('a', never), modelOf('b', never), modelOf('c', never)] as const;
    const chains = { 'p/*': ['p/b', 'p/a', 'b', 'p/b', 'p/c', 'p/a', 'p/c'] };
    const { ask, conversation } = await scene(models, { chains });
    const { events, end } = await ask();
    assert.deepEqual([end.outcome, end.error?.code], ['failed', 'model-overloaded']);
    const asked = models.map(({ requests }) => requests.length);
    assert.deepEqual(asked, [1, 1, 1]);
    assert.equal(restartsIn(events).length, 2);
    assert.ok(conversation.canisters.at(-1)?.role === 'assistant');
  });

  it('name those that don’t exist, once, and go on to the next', async () => {
    const chains = { 'p/a': ['p/gone', 'q/nowhere', 'p/b'] };
    const a = modelOf('a', [overloaded]);
    const b = modelOf('b', [invokes(['e__read', {}]), refusal]);
    const { ask } = await scene([a, b], { chains });
    const { events } = await ask();
    const skipped = events.flatMap(event =>
      event.type === 'notice' && event.message.includes('wasn’t found') ? [event.message] : [],
    );
    assert.deepEqual(skipped, [
      'The fallback p/gone wasn’t found, so it is skipped. Correct it where your fallbacks are set.',
      'The fallback q/nowhere wasn’t found, so it is skipped. Correct it where your fallbacks are set.',
    ]);
  });

  it('get a request of their own: their tools, and patience only while another one could follow', async () => {
    const capabilities = { tools: 'none', images: false } as const;
    const a = modelOf('a', [overloaded]);
    const b = modelOf('b', [overloaded], { capabilities });
    const c = modelOf('c', []);
    const { ask } = await scene([a, b, c]);
    await ask();
    const [asked, next, last] = [a, b, c].map(({ requests }) => requests[0]);
    assert.deepEqual([asked?.tools.length, next?.tools.length, last?.tools.length], [1, 0, 1]);
    assert.deepEqual([asked?.patience, next?.patience, last?.patience], [8_000, 8_000, undefined]);
    assert.deepEqual(pluck(last?.canisters ?? [], 'role'), ['user']);
  });

  it('are paid for at their own price, and held against the limits', async () => {
    const price = (input: number): Price => ({ input, output: 0 });
    const usage = (input: number): ModelEvent => ({ type: 'usage', usage: { input, output: 0 } });
    const fails = failure(errors.modelOverloaded('A', 'x'), usage(1_000_000));
    const b = modelOf('b', [[usage(1_000_000), ...says('Dear.')]], { price: price(20) });
    const a = modelOf('a', [fails, says('x')], { price: price(3) });
    const { ask } = await scene([a, b]);
    const { end } = await ask();
    assert.deepEqual([end.spending?.requests, end.spending?.cost], [2, 23]);

    const unpriced = modelOf('b', [says('x')]);
    const capped = await scene([modelOf('a', [fails], { price: price(0.1) }), unpriced], {
      caps: { turn: { cost: 1 } },
    });
    const stopped = await capped.ask();
    assert.equal(unpriced.requests.length, 0);
    assert.deepEqual([stopped.end.outcome, stopped.end.error?.code], ['failed', 'spending-cap']);
    assert.match(stopped.end.error?.message ?? '', /price of B is unknown/);
  });

  it('are not asked once you have stopped the turn', async () => {
    const b = modelOf('b', []);
    const { ask, button } = await scene([modelOf('a', [overloaded]), b]);
    const { end } = await ask(event => {
      if (event.type === 'round-restart') button.abort();
    });
    assert.deepEqual([end.outcome, b.requests.length], ['stopped', 0]);
  });
});
