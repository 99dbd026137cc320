import assert from 'node:assert/strict';
import { createSentHistory } from '../../../../src/converser/turn/compaction/sent-history.ts';
import { isCompaction, isResult } from '../../../../src/converser/words/canister/canister.ts';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import {
  type Conversation,
  createConversation,
} from '../../../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../../../src/converser/words/conversation/converse-event.ts';
import type { Annotations } from '../../../../src/converser/words/ensemble/invoker.ts';
import { estimateRequest } from '../../../../src/converser/words/spending/estimate-request.ts';
import { createConversationStore } from '../../../../src/store/conversation-store.ts';
import { createTempFolder } from '../../../ensembles/temp-folder.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../../fakes/fake-ports.ts';
import { createNarrowModel, type NarrowModelOptions } from '../../../fakes/narrow-model.ts';
import { invokes, says } from '../../../fakes/scripted-model.ts';
import { takeTurn } from '../take-turn.ts';

const inside: Annotations = { readOnly: true, openWorld: false };
const answer = 'An answer that goes on and on, for it has much to say about what was asked. '.repeat(12);

/** Six turns of a question, a short call and a long answer, which cost about 330 tokens each. */
async function setUp(
  options: Partial<NarrowModelOptions> = {},
  { annotations = inside, stops = false }: { annotations?: Annotations; stops?: boolean } = {},
) {
  const files = createFakeEnsemble('files', { read: { annotations, invocable: () => 'Short.' } });
  const ports = await createFakePorts({ ensembles: [files], rules: { 'files:read': 'allow' } });
  const rounds = Array.from({ length: 40 }, () => [invokes(['files__read', {}]), says(answer)]).flat();
  const model = createNarrowModel(
    { window: 2_000, told: 2_000, summary: 'They agreed on tabs.', ...options },
    ...rounds,
  );
  const stop = new AbortController();
  const conversation = createConversation('c');
  const hear = (event: ConverseEvent) => {
    if (event.type === 'notice' && stops && event.message.includes('summarizes')) stop.abort();
  };
  const say = async (said: string, to: Conversation = conversation) =>
    (await takeTurn({ ports, model, signal: stop.signal, conversation: to, said, hear })).events;
  return {
    say,
    model,
    conversation,
    async sayAll(count = 6) {
      const all: ConverseEvent[] = [];
      for (let at = 1; at <= count; at++) all.push(...(await say(`Question ${at}: use tabs, please.`)));
      return all;
    },
    records: () => conversation.canisters.filter(isCompaction),
    lastRequest: () => (model.requests.at(-1)?.canisters ?? []).map(({ content }) => textOf(content)),
  };
}

describe('the oldest turns of a conversation that nears the window', () => {
  it('are summarized in one batch, and what you wrote in them is kept in your words', async () => {
    const { sayAll, records, lastRequest, model } = await setUp();
    await sayAll();
    const [record] = records();
    assert.equal(record?.passages[0]?.summary, 'They agreed on tabs.');
    assert.equal(record.passages[0].model, 'scripted/model');
    assert.ok(record.passages[0].turns >= 2);
    assert.ok(record.tokens.after < 1_100 && record.tokens.before > 1_400, JSON.stringify(record.tokens));
    const [asked = '', summary] = lastRequest();
    assert.match(
      asked,
      /^\[To save room, \d earlier turns are left out here\. What the user wrote in them:\]\n- Question 1: use tabs, please\.\n- /,
    );
    assert.equal(summary, '[Summary of what is left out:]\nThey agreed on tabs.');
    assert.equal(model.rejected.length, 0);
    assert.ok(model.summarized.every(({ tools }) => tools.length === 0));
  });

  it('keep the answer that is pinned, and the result of a call with the round that it is of', async () => {
    const { say, model, conversation } = await setUp();
    for (const at of [1, 2]) await say(`Question ${at}: use tabs, please.`);
    const [result] = conversation.canisters.filter(isResult);
    const answered = conversation.canisters.findLast(({ role }) => role === 'assistant');
    const wanted = new Set([result?.id, answered?.id]);
    assert.ok(!wanted.has(undefined));
    const canisters = conversation.canisters.map(each =>
      wanted.has(each.id) ? { ...each, marks: { ...each.marks, pinned: true } } : each,
    );
    const pinned = createConversation('pinned', canisters);
    for (const at of [3, 4, 5, 6]) await say(`Question ${at}: use tabs, please.`, pinned);
    const [record] = pinned.canisters.filter(isCompaction);
    const places = [record?.passages[0]?.from, record?.passages[0]?.to].map(id =>
      pinned.canisters.findIndex(each => each.id === id),
    );
    // The passage reaches over both, and neither has gone.
    const covered = pinned.canisters.slice(places[0], (places[1] ?? 0) + 1).map(({ id }) => id);
    for (const id of wanted) assert.ok(id !== undefined && covered.includes(id), `${id} lies in the passage`);
    const { canisters: last = [] } = model.requests.at(-1) ?? {};
    const sent = new Map(last.map(each => [each.id, textOf(each.content)]));
    const kept = covered.filter(id => sent.has(id));
    assert.deepEqual(kept, [result?.invocationId, result?.id, answered?.id]);
    assert.deepEqual([sent.get(result?.id ?? ''), sent.get(answered?.id ?? '')], ['Short.', answer]);
  });

  it('stay where no summary comes of it, until a request is rejected; then a list of the calls stands for them', async () => {
    const { sayAll, records, lastRequest, model } = await setUp({ summary: '', told: 2_400 });
    const events = await sayAll(9);
    assert.equal(events.at(-1)?.type, 'turn-end');
    const listed = records().filter(({ passages }) => passages.length > 0);
    const summaries = listed.flatMap(({ passages }) => passages.map(({ summary }) => summary));
    assert.ok(summaries.length > 0 && summaries.every(summary => summary === undefined));
    const list = '[Calls that were made in what is left out:]\n- files:read';
    assert.ok(lastRequest().some(each => each.startsWith(list)));
    assert.ok(model.requests.length > 0);
  });

  it('go before a request takes all that it may, also where no summary comes of it', async () => {
    const { sayAll, records, model } = await setUp({ summary: '', told: 2_400, window: 2_400 });
    await sayAll(9);
    assert.ok(records().length > 0);
    // An eighth of the window is kept for the answer.
    const most = Math.max(...model.requests.map(request => estimateRequest(request, model.provider)));
    assert.ok(most <= 2_100 * 0.95, String(most));
  });

  it('are fenced where their summary is made of what others wrote', async () => {
    const { sayAll, lastRequest } = await setUp({}, { annotations: { readOnly: true, openWorld: true } });
    await sayAll();
    const [asked = '', summary = ''] = lastRequest();
    assert.match(asked, /^\[To save room/);
    assert.match(
      summary,
      /^<outside [\w-]+> From the tool files:read\. .*\n\[Summary of what is left out:\]/,
    );
  });

  it('leave nothing behind where you stop while they are summarized', async () => {
    const { say, records } = await setUp({}, { stops: true });
    let end: ConverseEvent | undefined;
    for (let at = 0; at < 12 && (end?.type !== 'turn-end' || end.outcome === 'final'); at++)
      end = (await say('Go.')).at(-1);
    assert.ok(end?.type === 'turn-end' && end.outcome === 'stopped');
    assert.deepEqual(records(), []);
  });
});

describe('a compaction that is stored', () => {
  async function setUpStored() {
    const temp = await createTempFolder();
    const store = createConversationStore(temp.path);
    const { sayAll, conversation, records } = await setUp();
    await sayAll();
    await store.append('c', conversation.canisters);
    const sentNow = async () =>
      createSentHistory({ canisters: await store.load('c') }, { canisters: [] }).after([]);
    return { temp, store, conversation, records, sentNow };
  }

  it('is taken back, and holds again', async () => {
    const { temp, store, conversation, records, sentNow } = await setUpStored();
    const before = await sentNow();
    for (const { id } of records()) await store.setTakenBack('c', { compaction: id, isTakenBack: true });
    const whole = conversation.canisters.filter(each => !isCompaction(each));
    assert.deepEqual(await sentNow(), createSentHistory({ canisters: whole }, { canisters: [] }).after([]));
    for (const { id } of records()) await store.setTakenBack('c', { compaction: id, isTakenBack: false });
    assert.deepEqual(await sentNow(), before);
    await temp.dispose();
  });

  it('stands for nothing while one of its turns is undone, and other turns keep theirs', async () => {
    const { temp, store, records, sentNow } = await setUpStored();
    const textsNow = async () => (await sentNow()).map(({ content }) => textOf(content));
    const turnId = records()[0]?.passages[0]?.from ?? '';
    await store.setUndone('c', { turnId, isUndone: true });
    const undone = await textsNow();
    assert.ok(!undone.some(each => each.includes('They agreed') || each.includes('Question 1')));
    assert.ok(undone.includes('Question 2: use tabs, please.'));
    await store.setUndone('c', { turnId, isUndone: false });
    assert.ok((await textsNow()).some(each => each.includes('They agreed')));
    await store.setUndone('c', { turnId, isUndone: true, note: '[What it did to the files is undone.]' });
    assert.ok((await textsNow()).some(each => each.includes('[What it did to the files is undone.]')));
    await temp.dispose();
  });
});
