import assert from 'node:assert/strict';
import { compactConversation } from '../../../../src/converser/turn/compact-conversation.ts';
import { createSentHistory } from '../../../../src/converser/turn/compaction/sent-history.ts';
import { isCompaction } from '../../../../src/converser/words/canister/canister.ts';
import { createConversation } from '../../../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../../../src/converser/words/conversation/converse-event.ts';
import { createFakePorts } from '../../../fakes/fake-ports.ts';
import { createNarrowModel } from '../../../fakes/narrow-model.ts';
import { says } from '../../../fakes/scripted-model.ts';
import { pluck } from '../../pluck.ts';
import { takeTurn } from '../take-turn.ts';

const answer = 'An answer that goes on and on, for it has much to say about what was asked. '.repeat(12);

async function setUp(turns: number) {
  const ports = await createFakePorts();
  const model = createNarrowModel({ window: 100_000 }, ...Array.from({ length: turns }, () => says(answer)));
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
    const { conversation, compact, model } = await setUp(6);
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
    const { conversation, compact } = await setUp(2);
    const before = conversation.canisters;
    assert.equal((await compact()).compaction, undefined);
    assert.deepEqual(conversation.canisters, before);
    conversation.begin().end();
  });

  it('stays as it is where you stop', async () => {
    const { conversation, compact } = await setUp(6);
    const { compaction } = await compact(AbortSignal.abort());
    assert.equal(compaction, undefined);
    assert.ok(!conversation.canisters.some(isCompaction));
    conversation.begin().end();
  });

  it('can’t be compacted while a turn runs', async () => {
    const { conversation, compact } = await setUp(6);
    conversation.begin();
    await assert.rejects(compact(), { code: 'turn-open' });
  });
});
