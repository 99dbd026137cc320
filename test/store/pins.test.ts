import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { compacted, sizeOfPassage } from '../../src/converser/turn/compaction/compacted.ts';
import { type Canister, isCompaction, ordinaryMarks } from '../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../src/converser/words/canister/content.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { createdEach, eachTest } from '../ensembles/each-test.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import { canisterMaker } from '../sidebar/canisters.ts';

const common = (id: string) => ({ id, timestamp: '2026-11-20T12:00:00.000Z', marks: ordinaryMarks });
const user = (id: string): Canister => ({ ...common(id), role: 'user', content: [text(`Question ${id}.`)] });
const answer = (id: string): Canister => ({
  ...user(id),
  role: 'assistant',
  content: [text(`Answer ${id}.`)],
});

describe('what you pin in a conversation', () => {
  const temp = eachTest(() => createTempFolder());
  const store = createdEach(() => createConversationStore(temp.path));

  it('stays pinned on disk until you unpin it, and a damaged line changes nothing', async () => {
    await store.append('c', [user('q'), answer('a')]);
    const pinned = async () =>
      (await store.load('c')).filter(({ marks }) => marks.pinned).map(({ id }) => id);
    assert.deepEqual(await pinned(), []);
    await store.setPinned('c', { canister: 'q', isPinned: true });
    await appendFile(temp.file('c.jsonl'), '{"pin":{"canister":"q","isPinned":false}}\n');
    assert.deepEqual(await pinned(), ['q']);
    await store.setPinned('c', { canister: 'gone', isPinned: true });
    await store.setPinned('c', { canister: 'q', isPinned: false });
    assert.deepEqual(await pinned(), []);
  });

  it('is said to be back in the record of a compaction that left it out, until you unpin it', async () => {
    const make = canisterMaker();
    const [call, result] = [make.invocation('1', 'files:read', {}), make.result('1', 'All of it.')];
    const left = { id: result.id, title: 'files:read {}', line: '[Left out.]', tokens: 9 };
    const compaction: Canister = {
      ...common('k'),
      role: 'compaction',
      content: [],
      ...{ reason: 'asked', results: [left], passages: [], tokens: { before: 20, after: 11 } },
    };
    await store.append('c', [user('q'), call, result, compaction]);
    const record = async () =>
      (await store.load('c')).flatMap(each => (isCompaction(each) ? each.results : []));
    assert.deepEqual(await record(), [left]);
    await store.setPinned('c', { canister: result.id, isPinned: true });
    const back = await store.load('c');
    assert.deepEqual(await record(), [{ ...left, isPinned: true }]);
    await store.setPinned('c', { canister: result.id, isPinned: false });
    assert.deepEqual(await record(), [left]);
    // A copy is stored as it was read.
    await store.append('copy', back);
    assert.deepEqual(await store.load('copy'), back);
  });

  it('comes back into requests from a passage that was left out before, alone', async () => {
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
  });
});

describe('what was taken back in a stored conversation', () => {
  const temp = eachTest(() => createTempFolder());
  const store = createdEach(() => createConversationStore(temp.path));

  it('is no reason not to read the rest where a line about it is damaged', async () => {
    await store.append('c', [user('q')]);
    await appendFile(temp.file('c.jsonl'), '{"takenBack":{"compaction":');
    assert.equal((await store.load('c')).length, 1);
  });
});
