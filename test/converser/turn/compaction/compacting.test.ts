import assert from 'node:assert/strict';
import { compactConversation } from '../../../../src/converser/turn/compact-conversation.ts';
import { createSentHistory } from '../../../../src/converser/turn/compaction/sent-history.ts';
import { type Canister, isCompaction } from '../../../../src/converser/words/canister/canister.ts';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../../../src/converser/words/conversation/converse-event.ts';
import { createConversationStore } from '../../../../src/store/conversation-store.ts';
import { createTempFolder } from '../../../ensembles/temp-folder.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../../fakes/fake-ports.ts';
import { createNarrowModel } from '../../../fakes/narrow-model.ts';
import { createScriptedModel, invokes, type Script, says } from '../../../fakes/scripted-model.ts';
import { pluck } from '../../pluck.ts';
import { takeTurn } from '../take-turn.ts';

const long = 'A line that is long enough to be worth something.\n'.repeat(30);

async function setUp(window: number | undefined, scripts: readonly Script[], compactAt = 0.75) {
  let version = 0;
  const invocable = () => `${++version} ${long}`;
  const files = createFakeEnsemble('files', { read: { deduplication: 'compared', invocable } });
  const ports = await createFakePorts({ ensembles: [files], limits: { compactAt } });
  const scripted = createScriptedModel(...scripts);
  const capabilities = { ...scripted.capabilities, ...(window && { contextTokens: window }) };
  const model = { ...scripted, capabilities };
  const say = async (conversation = createConversation('c')) => {
    const { events, end } = await takeTurn({ ports, model, conversation });
    return { conversation, events, end, batches: conversation.canisters.filter(isCompaction).length };
  };
  /** Of each request, which results are whole. */
  const whole = () =>
    scripted.requests.map(({ canisters }) =>
      canisters
        .filter(({ role }) => role === 'result')
        .map(({ content }) => textOf(content).split(' ', 1)[0])
        .join(' '),
    );
  return { say, whole, model: scripted };
}

const read = invokes(['files__read', {}]);

describe('requests that near the model’s window', () => {
  it('are sent without results that newer ones replace, of all of them at once', async () => {
    const { say, whole } = await setUp(1_500, [read, read, read, read, says('Done.')]);
    const { batches, end } = await say();
    assert.deepEqual(whole(), ['', '1', '1 2', '[Left [Left 3', '[Left [Left 3 4']);
    assert.equal(batches, 1);
    const { tokens = 0, calls } = end.savings?.turn ?? {};
    assert.ok(tokens > 300 && calls === 0, String(tokens));
  });

  it('are sent as they are below that, and where the window is not known', async () => {
    for (const window of [20_000, undefined]) {
      const { say, whole } = await setUp(window, [read, read, read, says('Done.')]);
      assert.equal((await say()).batches, 0);
      assert.equal(whole().at(-1), '1 2 3');
    }
  });

  it('heed the share that is set', async () => {
    const { say, whole } = await setUp(20_000, [read, read, says('Done.')], 0.01);
    await say();
    assert.equal(whole().at(-1), '1 2');
    const early = await setUp(4_000, [read, read, read, says('Done.')], 0.2);
    await early.say();
    assert.equal(early.whole().at(-1), '[Left [Left 3');
  });

  it('begin as the last one did until something is left out', async () => {
    const { say, model } = await setUp(1_500, [read, read, read, read, read, says('Done.')]);
    await say();
    const broken = model.requests.slice(1).filter(({ canisters }, at) => {
      const before = model.requests[at]?.canisters ?? [];
      return !before.every((canister, place) => canister === canisters[place]);
    });
    assert.equal(broken.length, 2);
  });

  it('are the same after a reload, and people see what they saw', async () => {
    const temp = await createTempFolder();
    const store = createConversationStore(temp.path);
    const first = await setUp(1_500, [read, read, read, says('Done.'), says('Again.')]);
    const { conversation, events, end } = await first.say();
    for (const event of events) if (event.type === 'joined') await store.append('c', event.canisters);
    const stored = await store.load('c');
    assert.deepEqual(stored, conversation.canisters);
    const isWhole = ({ role, content }: Canister) =>
      role === 'result' && textOf(content).includes(long.trim());
    assert.equal(stored.filter(isWhole).length, 3);
    await first.say(createConversation('c', stored));
    assert.equal(first.whole().at(-1), '[Left [Left 3');
    assert.deepEqual(end.canisters, conversation.canisters);
    await temp.dispose();
  });
});

const answer = 'An answer that goes on and on, for it has much to say about what was asked. '.repeat(12);

async function setUpTurns(turns: number, summary?: string) {
  const ports = await createFakePorts();
  const model = createNarrowModel(
    { window: 100_000, summary },
    ...Array.from({ length: turns }, () => says(answer)),
  );
  const conversation = createConversation('c');
  const { signal } = new AbortController();
  for (let at = 1; at <= turns; at++) await takeTurn({ ports, model, conversation, said: `Question ${at}.` });
  async function compact(until = signal) {
    const heard: ConverseEvent[] = [];
    const events = compactConversation(conversation, { ports, model, signal: until });
    for (;;) {
      const next = await events.next();
      if (next.done) return { ...next.value, heard };
      heard.push(...next.value);
    }
  }
  return { conversation, compact, model };
}

describe('a conversation that you compact yourself', () => {
  it('has all but its last two turns summarized, and tells what that cost', async () => {
    const { conversation, compact, model } = await setUpTurns(6);
    const { compaction, spending, heard } = await compact();
    assert.equal(compaction?.reason, 'asked');
    assert.deepEqual(pluck(compaction.passages, 'turns'), [4]);
    assert.equal(conversation.canisters.at(-1), compaction);
    assert.deepEqual(pluck(heard, 'type'), ['notice', 'joined']);
    assert.equal(spending.requests, 1);
    assert.equal(model.summarized.length, 1);
    assert.equal(conversation.spending.requests, 7);
    const sent = createSentHistory(conversation, { canisters: [] }).after([]);
    assert.deepEqual(pluck(sent, 'role'), ['document', 'document', 'user', 'assistant', 'user', 'assistant']);
  });

  it('stays as it is where only the last two turns are long, and can be gone on with', async () => {
    const { conversation, compact } = await setUpTurns(2);
    const before = conversation.canisters;
    assert.equal((await compact()).compaction, undefined);
    assert.deepEqual(conversation.canisters, before);
    conversation.begin().end();
  });

  it('stays as it is where the summary is no shorter, and says so', async () => {
    const { conversation, compact } = await setUpTurns(6, answer.repeat(8));
    const { compaction, heard } = await compact();
    assert.equal(compaction, undefined);
    assert.ok(!conversation.canisters.some(isCompaction));
    assert.match(JSON.stringify(heard.at(-1)), /"notice","message":"The summary is about as long as/);
  });

  it('stays as it is where you stop', async () => {
    const { conversation, compact } = await setUpTurns(6);
    const { compaction } = await compact(AbortSignal.abort());
    assert.equal(compaction, undefined);
    assert.ok(!conversation.canisters.some(isCompaction));
    conversation.begin().end();
  });

  it('can’t be compacted while a turn runs', async () => {
    const { conversation, compact } = await setUpTurns(6);
    conversation.begin();
    await assert.rejects(compact(), { code: 'turn-open' });
  });
});
