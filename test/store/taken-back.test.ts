import assert from 'node:assert/strict';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Canister, isCompaction, ordinaryMarks } from '../../src/converser/canister/canister.ts';
import { text, textOf } from '../../src/converser/canister/content.ts';
import { createSentHistory } from '../../src/converser/compaction/sent-history.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { appendRecords } from '../../src/store/records.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';

const common = (id: string) => ({
  id,
  timestamp: '2026-11-20T12:00:00.000Z',
  content: [],
  marks: ordinaryMarks,
});

function call(id: string): readonly Canister[] {
  return [
    { ...common(id), role: 'invocation', ensemble: 'files', name: 'read', arguments: { path: 'a' } },
    { ...common(`${id}-r`), role: 'result', invocationId: id, content: [text(`Version ${id}.`)] },
  ];
}

describe('a conversation that an earlier version has stored', () => {
  it('leaves out the results that it left out then, and can take that back', async () => {
    const temp = await createTempFolder();
    const store = createConversationStore(temp.path);
    const question: Canister = { ...common('q'), role: 'user', content: [text('Read it.')] };
    const superseding = { supersedes: { results: { '1-r': '2' }, tokens: 40 } };
    const answer = { ...common('a'), role: 'assistant', content: [text('Done.')], ...superseding };
    await store.append('c', [question]);
    await store.append('c', [...call('1'), ...call('2')]);
    await appendRecords(join(temp.path, 'c.jsonl'), [JSON.stringify([answer])]);
    const textsNow = async () =>
      createSentHistory({ canisters: await store.load('c') }, { canisters: [] })
        .after([])
        .map(({ content }) => textOf(content));
    assert.deepEqual(await textsNow(), [
      'Read it.',
      '',
      '[Left out: superseded by your later call files:read {"path":"a"} below. If you need more than that shows, call again.]',
      '',
      'Version 2.',
      'Done.',
    ]);
    const canisters = await store.load('c');
    const [compaction] = canisters.filter(isCompaction);
    assert.deepEqual(compaction?.tokens, { before: 40, after: 0 });
    assert.ok(!canisters.some(each => 'supersedes' in each));
    await store.setTakenBack('c', { compaction: compaction?.id ?? '', isTakenBack: true });
    assert.equal((await textsNow())[2], 'Version 1.');
    await temp.dispose();
  });

  it('is read where a line about taking back is damaged', async () => {
    const temp = await createTempFolder();
    const store = createConversationStore(temp.path);
    await mkdir(temp.path, { recursive: true });
    await store.append('c', [{ ...common('q'), role: 'user', content: [text('Read it.')] }]);
    for (const line of [
      '{"takenBack":null}',
      '{"takenBack":{"compaction":1,"isTakenBack":true}}',
      '{"takenBack":',
    ])
      await appendRecords(join(temp.path, 'c.jsonl'), [line]);
    await appendFile(join(temp.path, 'c.jsonl'), '{"takenBack":{"compaction":');
    assert.equal((await store.load('c')).length, 1);
    await temp.dispose();
  });
});
