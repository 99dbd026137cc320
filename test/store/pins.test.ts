import assert from 'node:assert/strict';
import { join } from 'node:path';
import { compacted, sizeOfPassage } from '../../src/converser/turn/compaction/compacted.ts';
import { type Canister, isCompaction, ordinaryMarks } from '../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../src/converser/words/canister/content.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { appendRecords } from '../../src/store/records.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';

const common = (id: string) => ({ id, timestamp: '2026-11-20T12:00:00.000Z', marks: ordinaryMarks });
const user = (id: string): Canister => ({ ...common(id), role: 'user', content: [text(`Question ${id}.`)] });
const answer = (id: string): Canister => ({
  ...common(id),
  role: 'assistant',
  content: [text(`Answer ${id}.`)],
});

describe('what you pin in a conversation', () => {
  it('stays pinned on disk until you unpin it, and a damaged line changes nothing', async () => {
    const temp = await createTempFolder();
    const store = createConversationStore(temp.path);
    await store.append('c', [user('q'), answer('a')]);
    const pinned = async () =>
      (await store.load('c')).filter(({ marks }) => marks.pinned).map(({ id }) => id);
    assert.deepEqual(await pinned(), []);
    await store.setPinned('c', { canister: 'q', isPinned: true });
    for (const line of ['{"pin":null}', '{"pin":{"canister":1,"isPinned":false}}', '{"pin":'])
      await appendRecords(join(temp.path, 'c.jsonl'), [line]);
    assert.deepEqual(await pinned(), ['q']);
    await store.setPinned('c', { canister: 'gone', isPinned: true });
    await store.setPinned('c', { canister: 'q', isPinned: false });
    assert.deepEqual(await pinned(), []);
    await temp.dispose();
  });

  it('is said to be back in the record of a compaction that left it out, until you unpin it', async () => {
    const temp = await createTempFolder();
    const store = createConversationStore(temp.path);
    const call: Canister = {
      ...common('c1'),
      role: 'invocation',
      content: [],
      ensemble: 'files',
      name: 'read',
      arguments: {},
    };
    const result: Canister = {
      ...common('r1'),
      role: 'result',
      invocationId: 'c1',
      content: [text('All of it.')],
    };
    const left = { id: 'r1', title: 'files:read {}', line: '[Left out.]', tokens: 9 };
    const compaction: Canister = {
      ...common('k'),
      role: 'compaction',
      content: [],
      reason: 'asked',
      results: [left],
      passages: [],
      tokens: { before: 20, after: 11 },
    };
    await store.append('c', [user('q'), call, result, compaction]);
    const record = async () =>
      (await store.load('c')).flatMap(each => (isCompaction(each) ? each.results : []));
    assert.deepEqual(await record(), [left]);
    await store.setPinned('c', { canister: 'r1', isPinned: true });
    const back = await store.load('c');
    assert.deepEqual(await record(), [{ ...left, isPinned: true }]);
    await store.setPinned('c', { canister: 'r1', isPinned: false });
    assert.deepEqual(await record(), [left]);
    // A copy is stored as it was read.
    await store.append('copy', back);
    assert.deepEqual(await store.load('copy'), back);
    await temp.dispose();
  });

  it('comes back into requests from a passage that was left out before, alone', async () => {
    const temp = await createTempFolder();
    const store = createConversationStore(temp.path);
    const old = [user('q1'), answer('a1'), user('q2'), answer('a2')];
    await store.append('c', [...old, user('q3')]);
    const passage = { from: 'q1', to: 'a2', turns: 2, rounds: 0, tokens: 9, asked: [], calls: [] };
    const compaction = {
      id: 'k',
      timestamp: common('k').timestamp,
      results: [],
      passages: [{ ...passage, summary: 'Two questions.', holds: sizeOfPassage(old) }],
    };
    const read = async () =>
      compacted(await store.load('c'), [compaction])
        .map(({ content }) => textOf(content))
        .filter(each => !each.startsWith('['));
    assert.deepEqual(await read(), ['Question q3.']);
    await store.setPinned('c', { canister: 'q2', isPinned: true });
    assert.deepEqual(await read(), ['Question q2.', 'Question q3.']);
    await temp.dispose();
  });
});
