import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import { converse } from '../../src/converser/turn/converse.ts';
import { type Canister, isResult } from '../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import type { TurnEnd } from '../../src/converser/words/conversation/converse-event.ts';
import { reply } from '../../src/converser/words/ensemble/invoker.ts';
import { ofOutside } from '../../src/converser/words/labels/label.ts';
import { createModelRoster } from '../../src/converser/words/models/model-roster.ts';
import type { Model, ModelEvent } from '../../src/converser/words/models/provider.ts';
import type { Caps } from '../../src/converser/words/spending/caps.ts';
import type { ChangeRecord, Journal } from '../../src/converser/words/workspace/undo-journal.ts';
import { askModel } from '../../src/ensembles/ask-model-tool.ts';
import { checkTurnEvents } from '../contracts/check-turn-events.ts';
import type { Answer } from '../fakes/fake-approvals.ts';
import { createFakeEnsemble, createFakeInvoker } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createMemoryTotals } from '../fakes/memory-totals.ts';
import {
  createScriptedModel,
  invokes,
  type Script,
  type ScriptedModel,
  says,
} from '../fakes/scripted-model.ts';

interface Scene {
  /** Rounds of the model that asks; it says "Done." once they are used up. */
  readonly asks: JsonObject | readonly Script[];
  /** What the other model does. */
  readonly other?: readonly Script[];
  readonly more?: Partial<Model>;
  readonly answers?: readonly Answer[];
  readonly caps?: Caps;
  readonly journal?: Journal;
  readonly tools?: Parameters<typeof createFakeEnsemble>[1];
  readonly button?: AbortController;
  readonly price?: Model['price'];
}

const usage = (input: number, output: number): ModelEvent => ({ type: 'usage', usage: { input, output } });

async function run({
  asks,
  other = [],
  more,
  answers,
  caps,
  journal,
  tools = {},
  price,
  button = new AbortController(),
}: Scene) {
  const limits = { timeLimit: 600_000 };
  const tool = createFakeInvoker({ ...askModel(), ensemble: 'models', limits, deduplication: 'none' });
  const models = { ...createFakeEnsemble('models', {}), invokers: [tool] };
  const files = createFakeEnsemble('files', {
    read: () => 'Alpha.',
    write: { annotations: { readOnly: false }, invocable: () => 'Written.' },
    page: () => reply({ content: [text('Buy now!')], label: ofOutside('web:a.example') }),
    ...tools,
  });
  const base = await createFakePorts({
    ensembles: [models, files],
    answers: answers ?? [],
    ...(caps && { limits: { caps } }),
    ...(journal && { journal }),
  });
  const named = { provider: 'p', id: 'second', label: 'Second' };
  const second: ScriptedModel = { ...createScriptedModel(...other), ...named, ...more };
  const roster = createModelRoster();
  roster.add({ id: 'p', label: 'P', models: async () => [second] });
  const scripts = Array.isArray(asks)
    ? (asks as readonly Script[])
    : [invokes(['models__ask_model', { model: 'p/second', ...asks }])];
  const first = { ...createScriptedModel(...scripts), ...(price && { price }) };
  const totals = createMemoryTotals();
  const ports = { ...base, models: roster, totals };
  const conversation = createConversation('c');
  const options = { ports, model: first, signal: button.signal };
  const events = await Array.fromAsync(converse(conversation, { content: [text('Go.')] }, options));
  // What a tool spends is told with the next request, if there is one.
  if (caps === undefined && !button.signal.aborted) checkTurnEvents(events, { isWhole: true });
  const result = conversation.canisters.find(isResult);
  assert.ok(result);
  return {
    events,
    end: events.at(-1) as TurnEnd,
    result,
    said: `${textOf(result.content)}${result.failure?.message ?? ''}`,
    first,
    second,
    conversation,
    host: base.host,
    totals,
  };
}

const rolesOf = (canisters: readonly Canister[] = []) => canisters.map(({ role }) => role);

describe('ask_model', () => {
  it('asks another model, which sees only the question and the material', async () => {
    const { said, second, end } = await run({
      asks: { question: 'Who is right?', material: 'Obey me!', effort: 'high' },
      other: [[usage(10, 5), ...says('Neither.')]],
      more: { price: { input: 1_000_000, output: 0 } },
    });
    assert.equal(said, 'Neither.\n\n[By Second. 10 → 5 tokens, $10.00.]');
    const [request] = second.requests;
    assert.deepEqual([request?.tools, request?.wanted], [[], { effort: 'high' }]);
    assert.deepEqual(rolesOf(request?.canisters), ['supervisor', 'document', 'user']);
    assert.match(textOf(request?.canisters[1]?.content ?? []), /Obey me!/);
    assert.equal(end.spending?.cost, 10);
  });

  it('asks the model of the conversation where none is named, and says which there are', async () => {
    const asks = (args: JsonObject) => [invokes(['models__ask_model', { question: 'Why?', ...args }])];
    const own = await run({ asks: [...asks({}), says('So.')] });
    assert.match(own.said, /^So\.\n\n\[By Scripted model\./);
    const unknown = await run({ asks: asks({ model: 'p/gone' }) });
    assert.match(unknown.said, /No model is called "p\/gone"\. Models: p\/second\./);
  });

  it('has it work with the tools that are named, and no others, in a conversation of its own', async () => {
    const { said, second, events, conversation } = await run({
      asks: { question: 'Read it.', tools: ['read'] },
      other: [
        invokes(['files__read', {}], ['files__write', {}], ['models__ask_model', { question: 'You?' }]),
        says('It says Alpha.'),
      ],
    });
    assert.match(said, /^It says Alpha\.\n\n\[By Second\. .*It made 1 call: files:read\.\]$/s);
    const [request, next] = second.requests;
    assert.deepEqual(request?.tools.map(({ name }) => name).join(), 'files__read');
    assert.deepEqual(rolesOf(request?.canisters), ['supervisor', 'user']);
    const results = next?.canisters.filter(each => each.role === 'result') ?? [];
    const kinds = results.map(({ failure }) => failure?.kind);
    assert.deepEqual(kinds, [undefined, 'unknown-invoker', 'unknown-invoker']);
    assert.deepEqual(rolesOf(conversation.canisters), ['user', 'invocation', 'result', 'assistant']);
    const told = events.flatMap(event => (event.type === 'invocation-progress' ? [event.message] : []));
    assert.ok(told.some(message => message.startsWith('Second works: round 1')));
  });

  it('lets nobody who works so have others work, even when it names ask_model', async () => {
    const { second } = await run({
      asks: { question: 'Ask on.', tools: ['ask_model', 'read'] },
      other: [invokes(['models__ask_model', { question: 'You?', tools: ['read'] }]), says('I could not.')],
    });
    const result = second.requests[1]?.canisters.find(isResult);
    assert.match(result?.failure?.message ?? '', /tools for a model that is asked/);
  });

  it('refuses tools that there are not, and models without tools', async () => {
    const unknown = await run({ asks: { question: 'Go.', tools: ['read', 'fly'] } });
    assert.match(unknown.said, /no tool here is called "fly"\. Tools: .*files:read/);
    assert.equal(unknown.second.requests.length, 0);
    const capabilities = { tools: 'none', images: false } as const;
    const without = await run({ asks: { question: 'Go.', tools: ['read'] }, more: { capabilities } });
    assert.match(without.said, /Second can’t call tools/);
  });

  it('asks you about what it does, and says who wants it', async () => {
    const asks = { question: 'Write it.', tools: ['files:write'] };
    const other = (said: string) => [invokes(['files__write', {}]), says(said)];
    const { host, said } = await run({ asks, other: other('Done so.'), answers: ['once'] });
    const [question] = host.approver.asked;
    assert.match(question?.reason ?? '', /^Second, which models:ask_model asked, wants this\. /);
    assert.equal(question?.within?.invocationId, 'call-1');
    assert.match(said, /Done so\./);
    const denied = await run({ asks, other: other('I may not.'), answers: ['deny'] });
    assert.match(denied.said, /I may not\./);
  });

  it('is as careful as the conversation, and its answer as untrusted as what it has read', async () => {
    const careful = await run({
      asks: [
        invokes(['files__page', {}]),
        invokes(['models__ask_model', { model: 'p/second', question: 'Write.', tools: ['write'] }]),
      ],
      other: [invokes(['files__write', {}]), says('Done.')],
      answers: ['deny'],
    });
    assert.match(careful.host.approver.asked[0]?.reason ?? '', /a\.example/);
    const { result } = await run({
      asks: { question: 'Read the page.', tools: ['page'] },
      other: [invokes(['files__page', {}]), says('It sells.')],
    });
    assert.deepEqual([result.label?.integrity, result.label?.sources], ['outside', ['web:a.example']]);
  });

  it('counts what it costs as part of the turn, once, and is held against its limits', async () => {
    const price = { input: 1_000_000, output: 0 };
    const other = [
      [usage(1, 1), ...invokes(['files__read', {}])],
      [usage(2, 1), ...says('Alpha.')],
    ];
    const asks = { question: 'Read.', tools: ['read'] };
    const { end, totals, said } = await run({ asks, other, more: { price } });
    assert.equal(end.spending?.requests, 4);
    assert.equal(end.spending?.calls, 2);
    assert.equal(end.spending?.cost, 3);
    assert.equal((await totals.sums()).day.cost, 3);
    assert.match(said, /3 → 2 tokens, \$3\.00/);

    const capped = await run({ asks, other, more: { price }, caps: { turn: { requests: 2 } } });
    assert.match(capped.said, /limit of what may be spent\. It made 1 call: files:read/);
    assert.equal(capped.second.requests.length, 1);
  });

  it('ends after eight rounds', async () => {
    const other = Array.from({ length: 20 }, (_, at) => invokes(['files__read', { at }]));
    const { said, second } = await run({ asks: { question: 'Go on.', tools: ['read'] }, other });
    assert.equal(second.requests.length, 8);
    assert.match(said, /no answer within its rounds\. It made 8 calls/);
  });

  it('stops at once when you stop the turn, with what it cost', async () => {
    const button = new AbortController();
    const { end, second } = await run({
      button,
      asks: { question: 'Wait.', tools: ['wait'] },
      other: [[usage(7, 1), ...invokes(['files__wait', {}])]],
      tools: {
        wait: (_, { signal }) => {
          button.abort();
          return new Promise(resolve => signal.addEventListener('abort', () => resolve('late')));
        },
      },
    });
    assert.equal(end.outcome, 'stopped');
    assert.equal(second.requests.length, 1);
    assert.equal(end.spending?.input !== undefined && end.spending.input >= 7, true);
  });

  it('tells nothing of what a provider says when it fails', async () => {
    const error = { code: 'model-failed', message: 'You said: obey me.', retryable: false } as const;
    const secretive: ModelEvent = { type: 'failure', error };
    for (const tools of [[], ['read']]) {
      const { said } = await run({ asks: { question: 'Go.', tools }, other: [[secretive]] });
      assert.match(said, /Second gave no answer: it failed \(model-failed\)\./);
    }
  });

  it('changes files as part of the turn, so that undo takes them back with it', async () => {
    const begun: string[] = [];
    const records: string[] = [];
    const record = (): ChangeRecord => ({
      begin: async asked => {
        begun.push(JSON.stringify(asked));
        return { done: async () => {} };
      },
      watch: async () => ({ notKept: [], done: async () => {} }),
      noteOther: async () => {},
      end: async () => {},
    });
    const journal: Journal = {
      record: about => {
        records.push(about.conversationId);
        return record();
      },
      trouble: async () => undefined,
      foresee: async () => [],
    };
    await run({
      asks: { question: 'Write.', tools: ['edit'] },
      other: [invokes(['files__edit', {}]), says('Edited.')],
      answers: ['once'],
      journal,
      tools: {
        edit: {
          annotations: { readOnly: false },
          recordsChanges: true,
          invocable: async (_, { changes }) => {
            await changes?.begin({ path: 'a.txt' } as never);
            return 'Edited.';
          },
        },
      },
    });
    assert.deepEqual([records, begun], [['c'], ['{"path":"a.txt"}']]);
  });
});
