import assert from 'node:assert/strict';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ordinaryMarks } from '../../src/converser/words/canister/canister.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { appendRecords } from '../../src/store/records.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';

const common = (id: string) => ({
  id,
  timestamp: '2026-11-20T12:00:00.000Z',
  content: [],
  marks: ordinaryMarks,
});

describe('a stored conversation', () => {
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
