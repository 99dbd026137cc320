import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Prompt } from '../../../src/converser/turn/converse-options.ts';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../../src/converser/words/canister/content.ts';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { noSpending, spendingOf } from '../../../src/converser/words/spending/spending.ts';
import { type ConversationStore, createConversationStore } from '../../../src/store/conversation-store.ts';
import {
  lastConversation,
  rememberConversation,
} from '../../../src/vscode/sidebar/conversation/last-conversation.ts';
import type { LiveConversation } from '../../../src/vscode/sidebar/conversation/live-conversation.ts';
import type { WrittenMessage } from '../../../src/vscode/sidebar/conversation/written-message.ts';
import { TurnHistory } from '../../../src/vscode/sidebar/history/turn-history.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { memento } from '../support/compose.ts';
import { fakeSurfaces, hangs, written } from '../support/fake-surfaces.ts';

const make = canisterMaker();
const nothingKnown = {
  spending: { total: noSpending, turns: {} },
  thoughts: [],
  versions: new Map(),
  models: {},
};
const stored = [make.user('user-1', 'Hello'), make.assistant('assistant-1', 'Hi')];

describe('the conversation of the sidebar', () => {
  it('stays usable when a message is sent while another conversation is being read', async () => {
    const reading = Promise.withResolvers<readonly Canister[]>();
    const { conversation, pool } = await fakeSurfaces({ store: { load: () => reading.promise } });
    const opening = conversation.open('other');
    const hanging = conversation.shown.send(written('wait'), createScriptedModel(hangs));
    const waiting = conversation.id;
    reading.resolve(stored);
    await opening;
    assert.equal(conversation.id, 'other');
    assert.equal(conversation.shown.running, false);
    assert.deepEqual(pool.allRunning, [waiting]);
    pool.stopAll();
    await hanging;
    assert.deepEqual(pool.allRunning, []);
    assert.equal((await conversation.shown.send(written('go on'), createScriptedModel()))?.outcome, 'final');
  });

  it('keeps a turn that begins, or begins and ends, while it is read again', async () => {
    const kept: Canister[] = [];
    const gates: PromiseWithResolvers<void>[] = [];
    const { conversation, pool } = await fakeSurfaces({
      store: {
        append: async (_id, joined) => void kept.push(...joined),
        load: async () => {
          const now = [...kept];
          const gate = Promise.withResolvers<void>();
          gates.push(gate);
          await gate.promise;
          return now;
        },
      },
    });
    const ofUser = () => conversation.shown.canisters.filter(({ role }) => role === 'user');
    const said = () => ofUser().map(({ content }) => textOf(content));
    await conversation.shown.send(written('first'), createScriptedModel());
    const read = pool.refresh(conversation.id);
    await conversation.shown.send(written('second'), createScriptedModel());
    gates[0]?.resolve();
    await read;
    assert.deepEqual(said(), ['first', 'second']);
    const going = Promise.withResolvers<void>();
    const model = createScriptedModel(async function* () {
      await going.promise;
      yield* says('Done.');
    });
    const sent = conversation.shown.send(written('third'), model);
    gates[1]?.resolve();
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(conversation.shown.running, true);
    going.resolve();
    await sent;
    assert.deepEqual(said(), ['first', 'second', 'third']);
    const reread = new Promise<void>(resolve =>
      conversation.onDidChange(() => conversation.shown.turn.length === 0 && resolve()),
    );
    await new Promise(resolve => setImmediate(resolve));
    gates[2]?.resolve();
    await reread;
    assert.deepEqual(said(), ['first', 'second', 'third'], 'and then it is read again');
  });

  it('asks for the effort that you have chosen for it, and for none in others', async () => {
    const { conversation } = await fakeSurfaces();
    const wanted: unknown[] = [];
    const scripted = createScriptedModel(says('a'), says('b'), says('c'));
    const model: Model = {
      ...scripted,
      reply(request, signal) {
        wanted.push(request.wanted);
        return scripted.reply(request, signal);
      },
    };
    conversation.chooseEffort('high');
    assert.equal(conversation.effort, 'high');
    await conversation.shown.send(written('one'), model);
    conversation.chooseEffort(undefined);
    await conversation.shown.send(written('two'), model);
    conversation.chooseEffort('max');
    await conversation.open();
    await conversation.shown.send(written('three'), model);
    assert.deepEqual(wanted, [{ effort: 'high' }, {}, {}]);
  });

  describe('while it resolves what a message means', () => {
    const saying = (expand: WrittenMessage['expand']) => ({ text: 'see @a:b', expand });
    const shownPrompt = ([start]: readonly ConverseEvent[]) =>
      start?.type === 'turn-start' ? textOf(start.canisters.flatMap(({ content }) => content)) : undefined;

    it('shows a turn that has begun, which can be stopped and says so with what was written', async () => {
      const { conversation } = await fakeSurfaces();
      let heard: AbortSignal | undefined;
      const message = saying(signal => {
        heard = signal;
        return new Promise(() => {});
      });
      const sent = conversation.shown.send(message, createScriptedModel());
      assert.equal(conversation.shown.running, true);
      assert.equal(shownPrompt(conversation.shown.turn), 'see @a:b');
      conversation.shown.stop();
      assert.equal(await sent, undefined);
      assert.equal(heard?.aborted, true);
      const { turn } = conversation.shown;
      const end = turn.at(-1);
      assert.equal(end?.type === 'turn-end' && end.outcome, 'stopped');
      assert.equal(shownPrompt(turn), 'see @a:b');
      assert.deepEqual([conversation.shown.running, conversation.shown.canisters], [false, []]);
    });

    it('continues with what the message means as one turn', async () => {
      const { conversation } = await fakeSurfaces();
      const message = saying(async () => ({ content: [text('meant')] }));
      const end = await conversation.shown.send(message, createScriptedModel());
      assert.equal(end?.outcome, 'final');
      assert.equal(shownPrompt(conversation.shown.turn), 'meant');
      assert.equal(conversation.shown.turn.filter(({ type }) => type === 'turn-start').length, 1);
      assert.equal(conversation.shown.canisters.length, 2);
    });

    it('shows what was there before when that fails', async () => {
      const { conversation } = await fakeSurfaces();
      await conversation.shown.send(written('hello'), createScriptedModel());
      const before = conversation.shown.turn;
      const failing = saying(() => Promise.reject(new Error('The server is gone.')));
      await assert.rejects(conversation.shown.send(failing, createScriptedModel()), /server is gone/);
      const empty = saying(async () => ({ content: [] }));
      await assert.rejects(conversation.shown.send(empty, createScriptedModel()), { code: 'bad-arguments' });
      assert.deepEqual([conversation.shown.running, conversation.shown.turn], [false, before]);
    });

    it('goes on with the message when another conversation is opened', async () => {
      const { conversation } = await fakeSurfaces();
      const { shown } = conversation;
      const found = Promise.withResolvers<Prompt>();
      const message = saying(() => found.promise);
      const sent = conversation.shown.send(message, createScriptedModel());
      await conversation.open();
      assert.deepEqual([conversation.shown.running, conversation.shown.turn], [false, []]);
      found.resolve({ content: [text('late')] });
      assert.equal((await sent)?.outcome, 'final');
      assert.deepEqual([conversation.shown.canisters, shown.canisters.length], [[], 2]);
    });
  });

  describe('whose turn runs while another one is shown', () => {
    it('goes on, and is live when it is shown again', async () => {
      const { conversation, pool } = await fakeSurfaces();
      const heard = new Set<string>();
      conversation.onEvent(({ type }) => heard.add(type));
      const { id } = conversation;
      const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const model = createScriptedModel(async function* () {
        yield { type: 'text-delta', text: 'Well, ' };
        begun.resolve();
        await release.promise;
        yield { type: 'text-delta', text: 'done.' };
        yield { type: 'finish', reason: 'stop' };
      });
      const sent = conversation.shown.send(written('wait'), model);
      await begun.promise;
      await conversation.open();
      const { running, turn, canisters } = conversation.shown;
      assert.deepEqual([running, turn, canisters], [false, [], []]);
      assert.deepEqual(pool.allRunning, [id]);
      heard.clear();

      await conversation.open(id);
      assert.equal(conversation.shown.running, true);
      assert.match(JSON.stringify(conversation.shown.turn), /Well, /);
      assert.equal(heard.size, 0);
      release.resolve();
      assert.equal((await sent)?.outcome, 'final');
      assert.ok(heard.has('round-end'), 'its events are shown again');
      const roles = conversation.shown.canisters.map(({ role }) => role);
      assert.deepEqual(roles, ['user', 'assistant']);
    });

    it('tells nobody its events, and is read from the store once it has ended', async () => {
      const kept: Canister[] = [];
      const { conversation, pool } = await fakeSurfaces({
        store: { append: async (_id, joined) => void kept.push(...joined), load: async () => kept },
      });
      const { id, shown } = conversation;
      const release = Promise.withResolvers<void>();
      const sent = conversation.shown.send(written('wait'), createScriptedModel(saysAfter(release.promise)));
      await conversation.open();
      const heard: string[] = [];
      conversation.onEvent(({ type }) => heard.push(type));
      let changes = 0;
      conversation.onDidChange(() => changes++);
      release.resolve();
      await sent;
      assert.deepEqual([heard, pool.allRunning], [[], []]);
      assert.ok(changes > 0, 'that it has ended is told');
      await conversation.open(id);
      assert.notEqual(conversation.shown, shown);
      assert.deepEqual(conversation.shown.canisters, kept);
    });

    it('asks for permission under its own id, and stops only when it is told to', async () => {
      const tools = createFakeEnsemble('e', {
        write: { annotations: { readOnly: false }, invocable: async () => 'written' },
      });
      const { conversation, questions } = await fakeSurfaces({ ensembles: [tools] });
      const { id } = conversation;
      const asked = new Promise<void>(resolve => questions.onDidChange(resolve));
      const writing = createScriptedModel(invokes(['e:write', {}]), says('Written.'));
      const sent = conversation.shown.send(written('write'), writing);
      await conversation.open();
      await asked;
      conversation.shown.stop();
      assert.equal(questions.all[0]?.question.conversationId, id);
      assert.deepEqual([conversation.shown.undecided, conversation.shown.undecided], [[], []]);
      questions.answer(questions.all[0]?.id ?? '', answerOf('once'));
      assert.equal((await sent)?.outcome, 'final');
    });

    it('is stopped when it is closed, and then stores nothing more', async () => {
      const appended: string[] = [];
      const { conversation, pool } = await fakeSurfaces({
        store: { append: async id => void appended.push(id) },
      });
      const { id } = conversation;
      const sent = conversation.shown.send(written('wait'), createScriptedModel(hangs));
      await conversation.open();
      await pool.close(id);
      const { length } = appended;
      assert.equal((await sent)?.outcome, 'stopped');
      assert.deepEqual([pool.allRunning, appended.length], [[], length]);
      const shown = conversation.id;
      await pool.close('unknown');
      assert.equal(conversation.id, shown);
      const closed = conversation.shown;
      await pool.close(shown);
      assert.notEqual(conversation.id, shown);
      assert.equal(await closed.send(written('too late'), createScriptedModel()), undefined);
    });
  });

  it('shows the conversation that was asked for last, however slowly an earlier one is read', async () => {
    const slow = Promise.withResolvers<readonly Canister[]>();
    const { conversation } = await fakeSurfaces({
      store: { load: id => (id === 'slow' ? slow.promise : Promise.resolve(stored)) },
    });
    const first = conversation.open('slow');
    await conversation.open('quick');
    slow.resolve([]);
    await first;
    assert.equal(conversation.id, 'quick');
  });

  it('keeps what it shows, and its turn, when another one cannot be read', async () => {
    const { conversation } = await fakeSurfaces({
      store: { load: () => Promise.reject(new Error('The disk is gone.')) },
    });
    const { id } = conversation;
    const release = Promise.withResolvers<void>();
    const sent = conversation.shown.send(written('wait'), createScriptedModel(saysAfter(release.promise)));
    await assert.rejects(conversation.open('other'), /disk is gone/);
    release.resolve();
    assert.equal((await sent)?.outcome, 'final');
    assert.equal(conversation.id, id);
    assert.equal(conversation.shown.canisters.length, 2);
  });

  it('stores a turn that ends while another conversation is opened where it belongs', async () => {
    const appended: string[] = [];
    const { conversation } = await fakeSurfaces({
      store: { append: async (id, { length }) => void (length > 0 && appended.push(id)) },
    });
    const { id } = conversation;
    const sent = conversation.shown.send(written('hello'), createScriptedModel());
    const ended = conversation.onEvent(event => {
      if (event.type === 'round-end') queueMicrotask(() => void conversation.open());
    });
    const end = await sent;
    ended.dispose();
    assert.notEqual(conversation.id, id);
    assert.notEqual(end, undefined);
    assert.deepEqual(appended, [id, id]);
    assert.deepEqual(conversation.shown.canisters, []);
    assert.equal(conversation.shown.running, false);
  });

  describe('that a program leads', () => {
    const led = () => {
      const appended: (readonly [id: string, canisters: number])[] = [];
      const said = [...stored];
      const store: Partial<ConversationStore> = {
        read: async id => ({
          ...nothingKnown,
          canisters: [...said],
          ...(id === 'led' ? { origin: { client: 'cline', model: 'a/b', tools: ['*'] } } : {}),
        }),
        append: async (id, turn) => void appended.push([id, turn.length]),
      };
      return { appended, said, store };
    };

    it('goes on in a copy of yours, which is stored whole with its first question', async () => {
      const { appended, store } = led();
      const { conversation } = await fakeSurfaces({ store });
      await conversation.open('led');
      assert.equal(conversation.shown.stored.client, 'cline');
      const failing = createScriptedModel([{ type: 'finish', reason: 'stop' }]);
      assert.equal((await conversation.shown.send(written('go on'), failing))?.outcome, 'failed');
      const model = createScriptedModel();
      assert.equal((await conversation.shown.send(written('go on'), model))?.outcome, 'final');
      await conversation.shown.send(written('and on'), model);
      assert.equal(conversation.shown.stored.client, undefined);
      const { id } = conversation;
      assert.notEqual(id, 'led');
      const turn = [1, 1, 0].map(canisters => [id, canisters]);
      assert.deepEqual(appended, [[id, 3], ...turn.slice(1), ...turn, ...turn]);
      const roles = model.requests[0]?.canisters.map(({ role }) => role);
      assert.deepEqual(
        roles,
        ['supervisor', 'user', 'assistant', 'user'],
        'the question that failed is sent once',
      );
      await conversation.open('led');
      assert.equal(conversation.shown.canisters.length, 2);
    });

    it('shows what the program adds, and nothing of it in another conversation', async () => {
      const { said, store } = led();
      const { conversation, pool } = await fakeSurfaces({ store });
      await conversation.open('led');
      said.push(make.user('user-2', 'More'), make.assistant('assistant-2', 'More.'));
      await pool.refresh('other');
      assert.equal(conversation.shown.canisters.length, 2);
      await pool.refresh('led');
      assert.equal(conversation.shown.canisters.length, 4);
      await conversation.shown.send(written('go on'), createScriptedModel());
      const { id } = conversation;
      await pool.refresh('led');
      assert.equal(conversation.id, id);
      assert.equal(conversation.shown.canisters.length, 6);
    });
  });

  it('can be used after a turn in which a listener threw', async () => {
    const { conversation } = await fakeSurfaces();
    const broken = conversation.onEvent(() => {
      throw new Error('The listener is broken.');
    });
    const sent = conversation.shown.send(written('hello'), createScriptedModel());
    await assert.rejects(sent, /listener is broken/);
    broken.dispose();
    assert.equal(conversation.shown.running, false);
    const end = conversation.shown.turn.at(-1);
    assert.equal(end?.type === 'turn-end' && end.outcome, 'failed');
    assert.equal((await conversation.shown.send(written('again'), createScriptedModel()))?.outcome, 'final');
  });

  it('gives the model the folder names that its tools know', async () => {
    const { conversation } = await fakeSurfaces();
    const model = createScriptedModel();
    await conversation.shown.send(written('hello'), model);
    assert.match(JSON.stringify(model.requests[0]?.canisters[0]), /app-2/);
  });

  it('keeps what turns cost, including those without an answer', async () => {
    const kept: (readonly [canisters: number, input: number | undefined])[] = [];
    const { conversation } = await fakeSurfaces({
      store: {
        append: async (_id, turn, details) => void kept.push([turn.length, details?.spending?.input]),
      },
    });
    const told = { type: 'usage', usage: { input: 7, output: 2 } } as const;
    await conversation.shown.send(written('hello'), createScriptedModel([told, ...says('Hi.')]));
    await conversation.shown.send(written('hello'), createScriptedModel([told]));
    const turn = [1, 1, 0].map(canisters => [canisters, canisters === 0 ? 7 : undefined]);
    assert.deepEqual(kept, [...turn, ...turn]);
    assert.equal(conversation.shown.spending.input, 14);
    const inputs = Object.values(conversation.shown.spendings).map(({ input }) => input);
    assert.deepEqual(inputs, [7, 7]);
  });

  it('can be continued when a turn cannot be stored, and warns of it', async () => {
    const { host, conversation } = await fakeSurfaces({
      store: { append: () => Promise.reject(new Error('The disk is full.')) },
    });
    assert.equal((await conversation.shown.send(written('hello'), createScriptedModel()))?.outcome, 'final');
    assert.equal(conversation.shown.canisters.length, 2);
    assert.equal(host.alerted.length, 1);
    assert.match(host.alerted.join(), /could not store this turn/);
    assert.match(host.logged.join(), /The disk is full/);
  });

  it('stores later what could not be stored at first', async () => {
    const appended: number[] = [];
    let isFull = true;
    const { conversation } = await fakeSurfaces({
      store: {
        append: async (_id, { length }) => {
          if (isFull) throw new Error('The disk is full.');
          appended.push(length);
        },
      },
    });
    await conversation.shown.send(written('hello'), createScriptedModel());
    isFull = false;
    await conversation.shown.send(written('again'), createScriptedModel());
    assert.deepEqual(appended, [3, 1, 0]);
  });
});

describe('what the model thinks in the sidebar', () => {
  const thinking = (text: string) => [{ type: 'reasoning-delta', text } as const, ...says('Done.')];
  const textsOf = ({ thoughts }: Pick<LiveConversation, 'thoughts'>) =>
    [...thoughts.values()].map(({ before, text: kept }) => [before, kept]);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'converser-thoughts-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is there again after a reload, and when it is opened again, with the turn that it belongs to', async () => {
    const store = createConversationStore(folder);
    const { host, conversation } = await fakeSurfaces({ store });
    const state = memento();
    rememberConversation(conversation, state);
    const { id } = conversation;
    const model = createScriptedModel(thinking('One.'), thinking('Two.'));
    await conversation.shown.send(written('hello'), model);
    const last = conversation.shown.canisters.at(-1)?.id ?? '';
    assert.deepEqual(textsOf(conversation.shown), [[last, 'One.']]);
    await conversation.open();
    assert.deepEqual(textsOf(conversation.shown), []);
    state.update('converser.conversation', id);
    const reloaded = await lastConversation({ store, log: host.log }, state);
    assert.deepEqual(reloaded && textsOf(reloaded), [[last, 'One.']]);
    await conversation.open(id);
    const [turn] = new TurnHistory(conversation).read(0, 1);
    const again = turn?.thoughts?.map(({ text: kept }) => kept);
    assert.deepEqual(again, ['One.']);
    await conversation.shown.send(written('again'), model);
    assert.equal(textsOf(conversation.shown).length, 2);
    assert.doesNotMatch(JSON.stringify(model.requests), /One\./);
  });

  it('is stored later where it could not be at first', async () => {
    const store = createConversationStore(folder);
    let isFull = true;
    const append: ConversationStore['append'] = async (...given) => {
      if (isFull) throw new Error('The disk is full.');
      await store.append(...given);
    };
    const { conversation } = await fakeSurfaces({ store: { ...store, append } });
    await conversation.shown.send(written('hello'), createScriptedModel(thinking('One.')));
    isFull = false;
    await conversation.shown.send(written('again'), createScriptedModel(thinking('Two.')));
    const { thoughts } = await store.read(conversation.id);
    const stored = thoughts.map(({ before, text: kept }) => [before, kept]);
    assert.deepEqual(stored, textsOf(conversation.shown));
    assert.equal(thoughts.length, 2);
  });

  it('goes into your copy of a conversation that a program leads', async () => {
    const store = createConversationStore(folder);
    await store.append('led', [make.user('user-led', 'Hello'), make.assistant('assistant-led', 'Hi')], {
      origin: { client: 'cline', model: 'a/b', tools: ['*'] },
      thoughts: [{ before: 'assistant-led', text: 'Of the program.', duration: 1 }],
    });
    const { conversation } = await fakeSurfaces({ store });
    await conversation.open('led');
    await conversation.shown.send(written('go on'), createScriptedModel());
    assert.notEqual(conversation.id, 'led');
    const texts = (await store.read(conversation.id)).thoughts.map(({ text: kept }) => kept);
    assert.deepEqual(texts, ['Of the program.']);
  });
});

describe('the last conversation of a workspace', () => {
  it('is there again after a reload', async () => {
    const state = memento();
    const { host, store, conversation } = await fakeSurfaces({
      store: {
        read: async id => ({
          ...nothingKnown,
          canisters: id === first ? stored : [],
          spending: {
            total: spendingOf({ input: 30 }),
            turns: { 'assistant-1': { ...spendingOf({ input: 20 }), rounds: [] } },
          },
        }),
      },
    });
    const first = conversation.id;
    const remembering = rememberConversation(conversation, state);
    await conversation.shown.send(written('hello'), createScriptedModel());
    const restored = await lastConversation({ store, log: host.log }, state);
    assert.deepEqual([restored?.conversation.id, restored?.conversation.canisters], [first, stored]);
    assert.equal(restored?.conversation.spending.input, 30, 'what it cost is restored');
    assert.equal(restored?.spendings['assistant-1']?.input, 20);

    await conversation.open();
    const none = await lastConversation({ store, log: host.log }, state);
    assert.equal(none, undefined, 'an empty one is not restored');
    remembering.dispose();
  });

  it('is not restored when it cannot be read, and the log says why', async () => {
    const { host, store } = await fakeSurfaces({
      store: { load: () => Promise.reject(new Error('It is gone.')) },
    });
    assert.equal(
      await lastConversation({ store, log: host.log }, memento({ 'converser.conversation': 'some' })),
      undefined,
    );
    assert.match(host.logged.join(), /It is gone/);
    assert.equal(
      await lastConversation({ store, log: host.log }, memento({ 'converser.conversation': 7 })),
      undefined,
    );
  });
});

function saysAfter(released: Promise<void>) {
  return async function* () {
    await released;
    yield* says('Done.');
  };
}
